/** What the handlers work with; main builds it once. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the features as they land
export interface Services {}
