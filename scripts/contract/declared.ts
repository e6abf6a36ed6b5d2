// What the contract says each operation may answer: its statuses, and of refusals their codes.
import { type Contract, isNode, type Node, nodeOf, resolve } from './changes/document.ts';

/** The codes of the contract's catalogue. */
export function errorCodes({ components }: Contract): readonly string[] {
  const listed = components.schemas?.ErrorCode?.['x-extensible-enum'];
  return Array.isArray(listed) ? listed.map(String) : [];
}

/**
 * The codes that a refusal may have: those that its examples show and those that its description names.
 * @param codes of the catalogue, since a description names other things too
 * @param response its reference followed
 */
export function declaredCodes(codes: readonly string[], response: Node): readonly string[] {
  const shown = Object.values(nodeOf(response.content)).flatMap((content) =>
    Object.values(nodeOf(nodeOf(content).examples)).map((example) => codeOf(nodeOf(example).value)),
  );
  const text = String(response.description ?? '');
  const named = [...text.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name);
  return codes.filter((code) => shown.includes(code) || named.includes(code));
}

/** The code of a refusal as it is on the wire; the one to a request over its limit has another shape. */
export function codeOf(body: unknown): string | undefined {
  const { error } = nodeOf(body);
  if (typeof error === 'string') return error;
  return isNode(error) && typeof error.code === 'string' ? error.code : undefined;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/** One line for each answer, in the contract's order: `getOrder 200`, `getOrder 404 not_found`. */
export function declaredAnswers(contract: Contract): string[] {
  const codes = errorCodes(contract);
  const answers: string[] = [];
  for (const item of Object.values(contract.paths)) {
    for (const method of METHODS) {
      const { operationId, responses } = nodeOf(item[method]);
      for (const [status, response] of Object.entries(nodeOf(responses))) {
        const named = declaredCodes(codes, resolve(contract, nodeOf(response)));
        if (named.length === 0) answers.push(`${operationId} ${status}`);
        for (const code of named) answers.push(`${operationId} ${status} ${code}`);
      }
    }
  }
  return answers;
}
