import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Problem } from '@plotline/kit/core/errors';
import { renderPublicProblem } from '@plotline/kit/http/rendering';
import { toLimitedNetwork } from '@plotline/kit/http/request';
import type { EdgeContext } from './edge-context.js';
import { commonHeaders } from './problems.js';
import { readRequestId } from './request-context.js';
import { maxTargetLength } from './request-target.js';
import { isRunningUpload } from './running-uploads.js';

type Refusal = readonly [statusLine: string, message: string];

/** Responses to requests that the parser refuses, by the code of its error. */
const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request line and headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['400 Bad Request', 'The request did not arrive in time.'],
};
const malformed: Refusal = ['400 Bad Request', 'The request is not well-formed HTTP.'];
const targetTooLong: Refusal = ['414 URI Too Long', `Path and query are longer than ${maxTargetLength} characters.`];

/**
 * Returns whether the request line is too long. The parser reports the same error for long headers, but its packet then
 * contains a line break earlier.
 */
function isTargetTooLong(error: Error): boolean {
  return 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) && error.rawPacket.indexOf('\n') > maxTargetLength;
}

function chooseRefusal(error: Error, code: string): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW' && isTargetTooLong(error)) return targetTooLong;
  return refusals[code] ?? malformed;
}

/** Writes a whole HTTP response to a socket that has no ServerResponse; returns the request id in it. */
function writeProblem(socket: Duplex, statusLine: string, problem: Problem, headers: readonly string[]): string {
  const requestId = readRequestId(undefined);
  const body = renderPublicProblem(problem);
  const head = [
    `HTTP/1.1 ${statusLine}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...commonHeaders.map(([name, value]) => `${name}: ${value}`),
    ...headers,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  return requestId;
}

function readErrorCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}

const readNetwork = (socket: Duplex) =>
  toLimitedNetwork(socket instanceof Socket ? (socket.remoteAddress ?? '') : 'unknown');

/** Responds to CONNECT, and to HTTP that can't be parsed, with the same kind of problem as to other requests. */
export function handleMalformed(
  server: Server,
  { log, rateLimits }: Pick<EdgeContext, 'log' | 'rateLimits'>,
  hostHeaders: readonly string[] = [],
): void {
  const lastResponses = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    lastResponses.set(request.socket, response),
  );

  /** Sends one response, even if the parser reports several errors, and counts the request against the address. */
  const answer = async (socket: Duplex, statusLine: string, problem: Problem, ownHeaders: readonly string[] = []) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const { headers, refusal } = await rateLimits.countMalformed(readNetwork(socket));
    // The request that these bytes belong to may have got its response in the meantime.
    const last = lastResponses.get(socket);
    if (last?.headersSent && !(last.writableFinished && last.req.complete)) {
      if (last.writableFinished) socket.end();
      else last.once('close', () => socket.destroy());
      return;
    }
    const all = [...headers.map(([name, value]) => `${name}: ${value}`), ...hostHeaders, ...ownHeaders];
    if (refusal) all.push(`Retry-After: ${refusal.retryAfter}`);
    const line = refusal ? '429 Too Many Requests' : statusLine;
    const requestId = writeProblem(socket, line, refusal ?? problem, all);
    log.info({ request_id: requestId, route: 'malformed', status: Number.parseInt(line, 10) }, 'answered');
  };

  const refuse = async (socket: Duplex, error: Error): Promise<void> => {
    const code = readErrorCode(error);
    const last = lastResponses.get(socket);
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && last && isRunningUpload(last.req)) return;
    if (last?.req.complete && !last.writableFinished && socket.writable) {
      // The malformed bytes follow a complete request that is still being handled. That request gets its own response.
      last.shouldKeepAlive = false;
      last.once('close', () => socket.destroy());
      return;
    }
    // A response is being sent, or the malformed bytes belong to the body of a request that already has its response.
    const isAnswered = last?.headersSent === true && !(last.writableFinished && last.req.complete);
    if (!socket.writable || isAnswered || code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const [statusLine, message] = chooseRefusal(error, code);
    await answer(socket, statusLine, new Problem('BAD_REQUEST', message));
  };

  server.on('clientError', (error: Error, socket: Duplex) => {
    refuse(socket, error).catch(() => socket.destroy());
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    const problem = new Problem('METHOD_NOT_ALLOWED', 'CONNECT is not supported.');
    const allow = 'Allow: GET, HEAD, POST, PUT, PATCH, DELETE';
    socket.on('error', () => socket.destroy());
    answer(socket, '405 Method Not Allowed', problem, [allow]).catch(() => socket.destroy());
  });
}
