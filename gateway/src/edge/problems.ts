import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Problem, toProblem } from '@plotline/kit/errors';

/** Most that is still read of a body that nobody wants, so that the client gets to see why. */
const longestRest = 8 * 1_048_576;

/** Reads on, within a bound: a connection closed on a client that still sends would lose the answer. */
function discardBody(request: IncomingMessage): void {
  let left = longestRest;
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
}

/** The public error envelope as JSON text. */
export function problemBody({ code, message, details, retryAfter }: Problem): string {
  const error = {
    code,
    message,
    ...(details.length > 0 ? { details } : {}),
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
  };
  return JSON.stringify({ success: false, error });
}

/** Answers with anything thrown; an answer that has begun is cut off instead, so that nobody takes it for whole. */
export function sendProblem(request: IncomingMessage, response: ServerResponse, thrown: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const problem = toProblem(thrown);
  const body = problemBody(problem);
  if (problem.retryAfter !== undefined) response.setHeader('Retry-After', problem.retryAfter);
  if (problem.code === 'UNAUTHORIZED') response.setHeader('WWW-Authenticate', 'Bearer');
  response.writeHead(problem.status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
  if (!request.complete) discardBody(request);
}
