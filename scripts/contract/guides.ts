/**
 * The guides that the pages of the contract show around its operations: `openapi/guides.md`, with what the contract
 * and the workflows say themselves put into its places.
 */
import { type Contract, scopesOf } from './documents.ts';

/** @param workflows as readers see them, of one heading */
export function composeGuides(source: string, contract: Contract, workflows: string): string {
  const parts = {
    scopes: scopesOf(contract),
    requests: sectionOf(String(contract.info.description), 'Requests'),
    workflows,
  };
  let text = source;
  for (const [name, part] of Object.entries(parts)) {
    const marker = `<!-- ${name} -->\n`;
    if (text.split(marker).length !== 2)
      throw new Error(`the guides have not one ${marker.trim()}`);
    text = text.replace(marker, () => part);
  }
  return text;
}

/** What stands below a heading of the first level, with the heading. */
function sectionOf(text: string, title: string): string {
  const section = text.split(/^(?=# )/m).find((one) => one.startsWith(`# ${title}\n`));
  if (section === undefined) throw new Error(`the contract has no heading ${title}`);
  return section;
}
