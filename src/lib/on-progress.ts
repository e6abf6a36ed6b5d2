/**
 * Called while long work continues.
 *
 * @param total undefined where no one knows it
 */
export type OnProgress = (done: number, total?: number) => void;
