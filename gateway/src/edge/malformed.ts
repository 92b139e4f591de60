import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from '@plotline/kit/errors';
import type { Logger } from '@plotline/kit/process/log';
import { renderProblem } from './problems.js';
import { readRequestId } from './request-context.js';

const messages: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The request line and headers are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};

/** Writes a whole HTTP response to a socket that has no ServerResponse; returns the request id in it. */
function writeProblem(socket: Duplex, statusLine: string, problem: Problem, headers: readonly string[] = []): string {
  const requestId = readRequestId(undefined);
  const body = renderProblem(problem);
  const head = [
    `HTTP/1.1 ${statusLine}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    ...headers,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  return requestId;
}

function readErrorCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}

/** Answers what never becomes a request (HTTP that cannot be parsed, and CONNECT) with a problem like any other. */
export function handleMalformed(server: Server, log: Logger): void {
  const lastResponses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    lastResponses.set(request.socket, response),
  );
  server.on('clientError', (error: Error, socket: Duplex) => {
    const code = readErrorCode(error);
    const last = lastResponses.get(socket);
    if (last?.req.complete && !last.writableFinished && socket.writable) {
      // The malformed bytes follow a complete request that is still being handled: that request gets its own response.
      last.shouldKeepAlive = false;
      last.once('close', () => socket.destroy());
      return;
    }
    // A response is being sent, or the malformed bytes are the body of a request that has its response.
    const isAnswered = last?.headersSent === true && !(last.writableFinished && last.req.complete);
    if (!socket.writable || isAnswered || code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const problem = new Problem('BAD_REQUEST', messages[code] ?? 'The request is not well-formed HTTP.');
    const requestId = writeProblem(socket, '400 Bad Request', problem);
    log.info({ request_id: requestId, route: 'malformed', status: 400, code }, 'answered');
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    const problem = new Problem('METHOD_NOT_ALLOWED', 'CONNECT is not supported.');
    const allow = 'Allow: GET, HEAD, POST, PUT, PATCH, DELETE';
    const requestId = writeProblem(socket, '405 Method Not Allowed', problem, [allow]);
    log.info({ request_id: requestId, route: 'malformed', status: 405 }, 'answered');
  });
}
