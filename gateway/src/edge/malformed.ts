import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from '@plotline/kit/errors';
import type { Logger } from '@plotline/kit/process/log';
import { problemBody } from './problems.js';
import { requestIdFrom } from './request-id.js';

const messages: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The request line and headers are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};

function answerRaw(socket: Duplex, status: string, problem: Problem, headers: readonly string[] = []): string {
  const requestId = requestIdFrom(undefined);
  const body = problemBody(problem);
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    ...headers,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  return requestId;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}

/** Answers what never becomes a request, HTTP that cannot be parsed and CONNECT, with a problem like any other. */
export function answerMalformed(server: Server, log: Logger): void {
  const answering = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => answering.set(request.socket, response));
  server.on('clientError', (error: Error, socket: Duplex) => {
    const current = answering.get(socket);
    if (current?.req.complete && !current.writableFinished && socket.writable) {
      // What could not be read follows a whole request, which is being carried out: it gets its own answer.
      current.shouldKeepAlive = false;
      current.once('close', () => socket.destroy());
      return;
    }
    // An answer is under way, or what could not be read is the body of a request that has its answer.
    const isAnswered = current?.headersSent === true && !(current.writableFinished && current.req.complete);
    if (!socket.writable || isAnswered || codeOf(error) === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const code = codeOf(error);
    const problem = new Problem('BAD_REQUEST', messages[code] ?? 'The request is not well-formed HTTP.');
    const requestId = answerRaw(socket, '400 Bad Request', problem);
    log.info({ request_id: requestId, route: 'malformed', status: 400, code }, 'answered');
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    const problem = new Problem('METHOD_NOT_ALLOWED', 'CONNECT is not supported.');
    const requestId = answerRaw(socket, '405 Method Not Allowed', problem, [
      'Allow: GET, HEAD, POST, PUT, PATCH, DELETE',
    ]);
    log.info({ request_id: requestId, route: 'malformed', status: 405 }, 'answered');
  });
}
