/**
 * The layer between the sockets and the application. The requests of a connection are answered in order, and at most
 * PIPELINED_MAX of them may wait. Bytes that are no request are refused with the same body as any other refusal, and
 * only after everything that came before them is answered: an earlier refusal would be taken for the answer to
 * another request.
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

/** The Allow header for CONNECT, which matches no path of ours. */
const ALL_METHODS = METHODS.map((method) => method.toUpperCase()).sort();

/** The requests of a connection. */
interface Line {
  readonly unanswered: ServerResponse[];
  /** The answer to the last request that came. */
  latest: ServerResponse | undefined;
  /** Whether further bytes are ignored. */
  isClosing: boolean;
}

export function attach(server: Server, app: RequestListener): Connections {
  const lines = new WeakMap<Socket, Line>();
  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket);
    if (known !== undefined) return known;
    const line: Line = { unanswered: [], latest: undefined, isClosing: false };
    lines.set(socket, line);
    return line;
  };
  const connections = new Connections(server, (socket) => lineOf(socket).unanswered);

  const take: RequestListener = (request, response) => {
    const line = lineOf(request.socket);
    if (line.isClosing) return;
    line.latest = response;
    line.unanswered.push(response);
    connections.begins(request.socket, response);
    response.once('close', () => {
      line.unanswered.splice(line.unanswered.indexOf(response), 1);
      if (line.unanswered.length === 0) connections.ends(request.socket);
    });
    if (asksForOtherProtocol(request)) {
      response.shouldKeepAlive = false;
      stopParsing(request.socket);
    }
    if (line.unanswered.length > PIPELINED_MAX) {
      line.isClosing = true;
      stopReading(request.socket);
      stopParsing(request.socket);
      refuseBy(app, request, response, errors.tooManyPipelined(PIPELINED_MAX));
    } else app(request, response);
  };
  server.on('request', take);
  // A caller must not be invited to send a body that nobody will read.
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
  return connections;
}

/**
 * Node takes the bytes behind such a request for the other protocol and discards them, but reads what comes later:
 * if the answer left the connection open, its caller would wait for ever for the discarded requests.
 */
function asksForOtherProtocol({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? '');
}

/** Whether the last request has its answer already while its body still comes. */
function isAnsweredHalf({ latest, unanswered }: Line): boolean {
  return latest !== undefined && !latest.req.complete && !unanswered.includes(latest);
}

/** @returns undefined where there is nobody to answer: the connection broke, or the caller ended it in mid-request */
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
  const ahead = unanswered.filter((response) => response !== broken);
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
  // Node forgets a request that has its answer, and its handler may still wait for the body.
  socket.once('close', () => broken.req.destroy());
  // If headers are sent, it has been refused already and its answer is on its way.
  if (!broken.headersSent) {
    broken.shouldKeepAlive = false;
    renderProblem(problem, broken.req as Request, broken as Response);
  }
}

/** Resolves also when the answer fails. */
function closed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('close', resolve));
}

/** Passes the refusal to the application, which renders it as any other. */
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

/** Stops reading, because Node reads on as soon as an earlier request wants its body. */
function stopReading(socket: Socket): void {
  socket.on('resume', () => socket.pause());
  socket.pause();
}

/**
 * The open connections of a server and the requests that it is answering. One connection is kept free for the next
 * caller: of those that wait for a request, or for the rest of its head, the one that has waited longest is closed.
 * So callers who hold connections without a request cannot keep others out.
 */
export class Connections {
  readonly #open = new Set<Socket>();
  /** Connections without a request that is being answered, in the order in which they began to wait. */
  readonly #waiting = new Set<Socket>();
  readonly #unansweredOf: (socket: Socket) => readonly ServerResponse[];
  #isEnding = false;
  #lastRequestAt = Number.NEGATIVE_INFINITY;

  constructor(server: Server, unansweredOf: (socket: Socket) => readonly ServerResponse[]) {
    this.#unansweredOf = unansweredOf;
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket);
      this.#waiting.add(socket);
      socket.once('close', () => this.#forget(socket));
      if (this.#open.size >= server.maxConnections) this.#closeLongestWaiting(socket);
    });
  }

  /** Whether a connection is open, or the last request came at most so long ago. */
  isUsed(milliseconds: number): boolean {
    return this.#open.size > 0 || performance.now() - this.#lastRequestAt < milliseconds;
  }

  /** From now on every answer, also of requests that are being answered, asks its caller to connect again. */
  closeWithAnswers(): void {
    this.#isEnding = true;
    for (const response of [...this.#open].flatMap(this.#unansweredOf)) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
  }

  begins(socket: Socket, response: ServerResponse): void {
    this.#waiting.delete(socket);
    this.#lastRequestAt = performance.now();
    if (this.#isEnding) response.setHeader('Connection', 'close');
  }

  /** The last request of the connection is answered. */
  ends(socket: Socket): void {
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
