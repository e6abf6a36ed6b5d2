import type { Answer, PersonCall } from '../contract.ts';
import { ApiError, errors } from '../errors.ts';
import { answerOnce, findAnswer, keyedRequest } from '../idempotency/idempotency.ts';
import { type ApprovedLine, type Approver, approveLine, ownApproval } from './approve-line.ts';
import { isOwn, type LineRow, readLines } from './line-rows.ts';
import { findSheet } from './sheet-rows.ts';
import { shortfallOf } from './show-lines.ts';

type Approval = Answer<'approveCountLines'>['body'];
type Result = Approval['results'][number];
type Sent = PersonCall<'approveCountLines'>['body']['lines'][number];

/**
 * Posts the lines one after the other, each whole. The answer is kept with the key when all of them are decided; asked
 * again before that, it continues, for a line is posted once.
 */
export async function approveCountLines(
  { path: { id }, header, body, principal }: PersonCall<'approveCountLines'>,
  services: Omit<Approver, 'principal'>,
): Promise<Answer<'approveCountLines'>> {
  const { database } = services;
  const { organizationId } = principal;
  const key = header['Idempotency-Key'];
  const request = keyedRequest('approveCountLines', key, { id: id.toLowerCase(), ...body });
  const once = { principal, request };
  const earlier = await database.transaction((tx) => findAnswer<Approval>(tx, once));
  if (earlier !== undefined) return { status: 200, body: earlier.answer };
  const sheet = { id, organizationId };
  const { state, location } = await findSheet(database, sheet);
  if (state === 'open') throw errors.wrongState('The sheet is not handed in yet.');
  if (state === 'cancelled') throw errors.wrongState('The sheet is cancelled.');
  const ids = body.lines.map((line) => line.id.toLowerCase());
  const lines = requireLines(ids, await readLines(database, sheet, ids));
  const own = lines.filter((line) => line.approved_by === null && isOwn(line, principal));
  if (own.length > 0) throw ownApproval(own, principal);
  const results: Result[] = [];
  for (const [index, line] of lines.entries()) {
    const { quarantine_first: quarantineFirst = false } = body.lines[index] as Sent;
    const approving = () =>
      approveLine({ ...services, principal }, { sheet, line, location }, { quarantineFirst });
    results.push(await resultOf(line, approving));
  }
  const { answer } = await database.transaction((tx) =>
    answerOnce<Approval>(tx, once, async () => ({ sheet: await findSheet(tx, sheet), results })),
  );
  return { status: 200, body: answer };
}

/** @throws ApiError when a line is named twice, is none of the sheet, or was not counted */
function requireLines(ids: readonly string[], found: readonly LineRow[]): LineRow[] {
  const problems = ids.flatMap((id, index) => {
    const path = `lines.${index}.id`;
    if (ids.indexOf(id) !== index) return [{ path, message: 'must name each line once' }];
    const line = found.find((one) => one.id === id);
    if (line === undefined) throw errors.notFound(`${path} is not a line of this sheet.`);
    return line.counted === null ? [{ path, message: 'must name a lot that was counted' }] : [];
  });
  if (problems.length > 0) throw errors.validation(problems);
  return ids.map((id) => found.find((one) => one.id === id) as LineRow);
}

/** A line that is refused keeps no other from being posted. @throws whatever may succeed when it is asked again */
async function resultOf(line: LineRow, approve: () => Promise<ApprovedLine>): Promise<Result> {
  try {
    const { difference, movement_id, moved } = await approve();
    const posted = { difference, movement_id, moved: moved.map(shortfallOf), refusal: null };
    return { id: line.id, outcome: 'approved', ...posted };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const nothing = { difference: null, movement_id: null, moved: [] };
    return { id: line.id, outcome: 'refused', ...nothing, refusal: error.message };
  }
}
