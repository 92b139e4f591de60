import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Problem, toProblem } from '@plotline/kit/errors';
import { drain, drainWithinBounds, isDrainable } from './request-body.js';

/** Renders the public error envelope as JSON text. */
export function renderProblem({ code, message, details, retryAfter }: Problem): string {
  const error = {
    code,
    message,
    ...(details.length > 0 ? { details } : {}),
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
  };
  return JSON.stringify({ success: false, error });
}

/**
 * Answers with anything thrown. A response that has begun is cut off instead, so that no client takes it for complete.
 * The rest of the request body is drained: a client that still sends would lose the response if the connection were
 * closed at once.
 */
export function sendProblem(request: IncomingMessage, response: ServerResponse, thrown: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const problem = toProblem(thrown);
  const body = renderProblem(problem);
  if (problem.retryAfter !== undefined) response.setHeader('Retry-After', problem.retryAfter);
  if (problem.code === 'UNAUTHORIZED') response.setHeader('WWW-Authenticate', 'Bearer');
  const keepsConnection = isDrainable(request);
  if (!keepsConnection) response.setHeader('Connection', 'close');
  response.writeHead(problem.status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  if (keepsConnection) {
    response.end(body);
    drain(request);
  } else {
    // `write` sends the whole response; `end` closes the connection.
    response.write(body);
    drainWithinBounds(request, () => response.end());
  }
}
