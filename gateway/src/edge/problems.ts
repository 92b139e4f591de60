import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Problem, toProblem } from '@plotline/kit/errors';
import { endsInBounds, readOut, readOutInBounds } from './unread-body.js';

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

/**
 * Answers with anything thrown; an answer that has begun is cut off instead, so that nobody takes it for whole. A client
 * that still sends gets to see the answer: a connection closed on it at once would lose that.
 */
export function sendProblem(request: IncomingMessage, response: ServerResponse, thrown: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const problem = toProblem(thrown);
  const body = problemBody(problem);
  if (problem.retryAfter !== undefined) response.setHeader('Retry-After', problem.retryAfter);
  if (problem.code === 'UNAUTHORIZED') response.setHeader('WWW-Authenticate', 'Bearer');
  const isKept = endsInBounds(request);
  if (!isKept) response.setHeader('Connection', 'close');
  response.writeHead(problem.status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  if (isKept) {
    response.end(body);
    readOut(request);
  } else {
    // The answer is out with this; the end closes the connection.
    response.write(body);
    readOutInBounds(request, () => response.end());
  }
}
