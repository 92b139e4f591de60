import type { Response } from 'express';
import type { Logger } from 'pino';
import { toProblem } from '../core/errors.js';
import type { Rendering } from './rendering.js';

/** Sends anything thrown. An unexpected error is logged, and the client learns nothing about it. */
export function sendProblem(
  response: Response,
  error: unknown,
  { log, rendering }: { readonly log: Logger; readonly rendering: Rendering },
): void {
  const problem = toProblem(error);
  if (problem.code === 'INTERNAL_ERROR') log.error({ err: problem.cause ?? problem }, 'unforeseen error');
  else if (problem.code === 'SERVICE_UNAVAILABLE') log.warn({ err: problem.cause ?? problem }, problem.message);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { retryAfter, status } = problem;
  const body = rendering.renderProblem(problem, response);
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
  sendJson(response, status, body);
}

/** Sends JSON text with its length. */
export function sendJson(response: Response, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
