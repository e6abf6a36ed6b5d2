// What the service uses of express-openapi-validator beyond its documented interface: of the functions that it chains
// for Express, the one that judges a request whose operation is known.
import { parse } from 'node:url';

/** The version whose source was read for this, dist/openapi.validator.js. */
export const READ_IN = { 'express-openapi-validator': '5.6.2' };

/** The function expects `request.openapi`, as the functions before it in the chain leave it. */
export function requestJudgeOf<Middleware extends { readonly name: string }>(
  chain: readonly Middleware[],
): Middleware {
  const judge = chain.find(({ name }) => name === 'requestMiddleware');
  if (judge === undefined) throw new Error('express-openapi-validator has no requestMiddleware.');
  return judge;
}

/**
 * Takes the one warning of node:url that its `parse` is deprecated. The validator calls it with each request, and until
 * the warning is given Node looks at the stack of each call, to see whose it is: that is a fortieth of a request's time.
 */
export function takeWarningOfParse(): void {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    parse('/');
  } finally {
    process.emitWarning = emitWarning;
  }
}
