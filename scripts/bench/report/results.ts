import { type Measured, type Summary, summarise } from '../measurements.ts';

export interface CaseResult {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly measured: readonly Measured[];
  /** Why nothing was measured. */
  readonly missing?: string;
}

/** The summary of `case/name`; undefined where it was not measured. */
export function find(results: readonly CaseResult[], path: string): Summary | undefined {
  const [caseName, ...rest] = path.split('/');
  const all = results.find(({ name }) => name === caseName)?.measured ?? [];
  const measured = all.find(({ name }) => name === rest.join('/'));
  return measured && summarise(measured, all);
}
