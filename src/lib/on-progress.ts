/**
 * Called while long work goes on.
 *
 * @param total undefined where nobody knows it
 */
export type OnProgress = (done: number, total?: number) => void;
