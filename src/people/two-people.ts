// Who may be the second of two people. A link is worth as much as who has it: who made it may have used it. So what
// somebody does by a link, or by a way in that was chosen after one, may be done by who made the link, by who made that
// one's, and so on, until somebody who is none of them confirms the person. Two are two people where they have nobody in
// common. The constraint `count_line_two_people` says the same of counts.
import type { PersonPrincipal } from '../contract.ts';

/** The person, and all who may be acting as that person. */
export function identitiesOf({
  personId,
  linkedBy,
}: Pick<PersonPrincipal, 'personId' | 'linkedBy'>): string[] {
  return [personId, ...linkedBy];
}

export function mayBeOne(one: readonly string[], other: readonly string[]): boolean {
  return one.some((id) => other.includes(id));
}
