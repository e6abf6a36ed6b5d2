import { hyphenatedNdc, ndcsOfText } from '../scan/ndc.ts';

/** Returns the NDC of a record in eleven digits, in whichever form the file has it, or what is wrong with it. */
export function importedNdc(text: string): { readonly ndc?: string; readonly problem?: string } {
  const [ndc, ...others] = ndcsOfText(text);
  if (ndc === undefined) {
    return {
      problem:
        `is ${JSON.stringify(text)}, which is no NDC: its digits are 4-4-2, 5-3-2, 5-4-1, ` +
        '5-4-2 or 6-4-2 with hyphens, or eleven or twelve without',
    };
  }
  if (others.length > 0) {
    const meant = [ndc, ...others].map(hyphenatedNdc);
    return {
      problem:
        `is ${JSON.stringify(text)}, ten digits that may mean ${meant.join(', ')}: ` +
        'write it with its hyphens, or as eleven digits',
    };
  }
  return { ndc };
}
