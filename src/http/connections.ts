/**
 * What stands between the sockets and the application. A connection has its requests answered in order, and so
 * many at the most; what is no request is refused in the words of any other refusal, and only when everything
 * that came before it has its answer: a refusal that overtook one would be taken for it.
 */
import { IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { type ApiError, errors } from '../errors.ts';
import { stopParsing } from '../internals/node-http.ts';
import { HEAD_BYTES_MAX, LINGER_MILLISECONDS, PIPELINED_MAX } from './limits.ts';
import { METHODS } from './operations.ts';
import { renderProblem } from './problems.ts';
import { localsOf } from './respond.ts';

/** CONNECT names no address whose own they could be. */
const ALL_METHODS = METHODS.map((method) => method.toUpperCase()).sort();

/** The requests of a connection. */
interface Line {
  readonly unanswered: Set<ServerResponse>;
  /** The answer to the last one that came. */
  latest: ServerResponse | undefined;
  /** Nothing that still comes is looked at. */
  isClosing: boolean;
}

export function attach(server: Server, app: RequestListener): void {
  const connections = new Connections(server);
  const lines = new WeakMap<Socket, Line>();
  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket);
    if (known !== undefined) return known;
    const line: Line = { unanswered: new Set(), latest: undefined, isClosing: false };
    lines.set(socket, line);
    return line;
  };

  const take: RequestListener = (request, response) => {
    const line = lineOf(request.socket);
    if (line.isClosing) return;
    line.latest = response;
    line.unanswered.add(response);
    connections.begins(request.socket);
    response.once('close', () => {
      line.unanswered.delete(response);
      if (line.unanswered.size === 0) connections.waits(request.socket);
    });
    if (asksForOtherProtocol(request)) {
      response.shouldKeepAlive = false;
      stopParsing(request.socket);
    }
    if (line.unanswered.size > PIPELINED_MAX) {
      line.isClosing = true;
      stopReading(request.socket);
      stopParsing(request.socket);
      refuseBy(app, request, response, errors.tooManyPipelined(PIPELINED_MAX));
    } else app(request, response);
  };
  server.on('request', take);
  // Nobody is told to send a body that nobody will read.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    request.once('resume', () => {
      if (!response.headersSent) response.writeContinue();
    });
    take(request, response as Parameters<RequestListener>[1]);
  });
  server.on('checkExpectation', take);

  const refuse = (socket: Socket, line: Line, problem: ApiError, request?: IncomingMessage) => {
    refuseUnparsed(app, socket, line, problem, request).catch(() => socket.destroy());
  };
  server.on('clientError', (error: NodeJS.ErrnoException, duplex) => {
    const socket = duplex as Socket;
    const line = lineOf(socket);
    if (line.isClosing) return;
    line.isClosing = true;
    const problem = problemOf(error);
    if (problem === undefined || isAnsweredHalf(line) || !socket.writable) socket.destroy();
    else refuse(socket, line, problem);
  });
  server.on('connect', (request, duplex) => {
    const socket = duplex as Socket;
    const line = lineOf(socket);
    line.isClosing = true;
    socket.on('error', () => undefined).resume();
    refuse(socket, line, errors.methodNotAllowed(ALL_METHODS), request);
  });
}

/**
 * Node takes what was sent behind such a request for the other protocol and discards it, but reads what comes
 * later: an answer that leaves the connection open would let its caller wait for those for ever.
 */
function asksForOtherProtocol({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '');
}

/** Its body does not end, and it has its answer already. */
function isAnsweredHalf({ latest, unanswered }: Line): boolean {
  return latest !== undefined && !latest.req.complete && !unanswered.has(latest);
}

/** Undefined where there is nobody to answer: the connection broke, or its other side ended in mid-request. */
function problemOf({ code = '' }: NodeJS.ErrnoException): ApiError | undefined {
  if (code === 'HPE_INVALID_EOF_STATE') return undefined;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return errors.requestTimeout();
  if (code === 'HPE_HEADER_OVERFLOW') {
    return errors.headersTooLarge(
      `The request line and the headers may have at most ${HEAD_BYTES_MAX} bytes.`,
    );
  }
  return code.startsWith('HPE_')
    ? errors.malformedRequest('This is not a valid HTTP/1.1 request.')
    : undefined;
}

async function refuseUnparsed(
  app: RequestListener,
  socket: Socket,
  { latest, unanswered }: Line,
  problem: ApiError,
  request = new IncomingMessage(socket),
): Promise<void> {
  const broken = latest !== undefined && !latest.req.complete ? latest : undefined;
  const ahead = [...unanswered].filter((response) => response !== broken);
  await Promise.all(ahead.map(closed));
  if (socket.destroyed) return;
  if (broken === undefined) {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => {
      response.detachSocket(socket);
      linger(socket);
    });
    request.url ||= '/';
    refuseBy(app, request, response as Parameters<RequestListener>[1], problem);
    return;
  }
  broken.once('close', () => linger(socket));
  // Node forgets a request that has its answer, and somebody may still wait for the body.
  socket.once('close', () => broken.req.destroy());
  // Else it has been refused already, and its answer is on its way.
  if (!broken.headersSent) {
    broken.shouldKeepAlive = false;
    renderProblem(problem, broken.req as Request, broken as Response);
  }
}

/** Also where it fails. */
function closed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('close', resolve));
}

/** The application says it, as it says any other. */
function refuseBy(
  app: RequestListener,
  request: IncomingMessage,
  response: Parameters<RequestListener>[1],
  refusal: ApiError,
): void {
  response.shouldKeepAlive = false;
  Object.assign(response, { locals: { ...localsOf(response as Response), refusal } });
  app(request, response);
}

function linger(socket: Socket): void {
  socket.end();
  setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref();
}

/** Node reads on as soon as a request before it wants its body. */
function stopReading(socket: Socket): void {
  socket.on('resume', () => socket.pause());
  socket.pause();
}

/**
 * Keeps a connection free for whoever comes: of those that wait for a request, also for the rest of a head, the
 * one that has waited for longest is closed. So callers who hold connections without a request cannot keep others
 * out.
 */
class Connections {
  readonly #open = new Set<Socket>();
  /** Without a request that is being answered, in the order in which they began to wait. */
  readonly #waiting = new Set<Socket>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      this.#waiting.add(socket);
      socket.once('close', () => this.#forget(socket));
      if (this.#open.size >= server.maxConnections) this.#closeLongestWaiting(socket);
    });
  }

  begins(socket: Socket): void {
    this.#waiting.delete(socket);
  }

  waits(socket: Socket): void {
    if (this.#open.has(socket)) this.#waiting.add(socket);
  }

  #closeLongestWaiting(newcomer: Socket): void {
    const [longest] = this.#waiting;
    if (longest === undefined || longest === newcomer) return;
    this.#forget(longest);
    longest.destroy();
  }

  #forget(socket: Socket): void {
    this.#open.delete(socket);
    this.#waiting.delete(socket);
  }
}
