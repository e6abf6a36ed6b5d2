/** The list of methods in each package's README. */
import { methodsOf, type SdkContract } from './contract.ts';

const MARKER = '<!-- methods -->\n';

/**
 * Puts every method with its summary into its place, by group.
 *
 * @param named how the language writes the name of an operation
 */
export function withMethods(
  readme: string,
  contract: SdkContract,
  named: (id: string) => string = (id) => id,
): string {
  if (readme.split(MARKER).length !== 2) throw new Error(`a README has not one ${MARKER.trim()}`);
  const all = methodsOf(contract);
  const groups = [...new Set(all.map(({ tag }) => tag))].map((tag) => {
    const lines = all
      .filter((one) => one.tag === tag)
      .map(
        ({ id, summary, page }) => `- \`${named(id)}\`: ${summary}${page ? ', in pages' : ''}.\n`,
      );
    return `### ${tag}\n\n${lines.join('')}`;
  });
  return readme.replace(MARKER, () => groups.join('\n'));
}
