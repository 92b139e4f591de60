import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { toProblem } from '../errors.js';

/** Sends anything thrown as a bare problem `{code, message, details?}`; an unforeseen error is logged and not told. */
export function sendProblem(response: ServerResponse, error: unknown, log: Logger): void {
  const problem = toProblem(error);
  if (problem.code === 'INTERNAL_ERROR') log.error({ err: problem.cause ?? problem }, 'unforeseen error');
  else if (problem.code === 'SERVICE_UNAVAILABLE') log.warn({ err: problem.cause ?? problem }, problem.message);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { code, message, details, retryAfter, status } = problem;
  const body = JSON.stringify(details.length > 0 ? { code, message, details } : { code, message });
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
  sendJson(response, status, body);
}

/** Sends JSON text with its length. */
export function sendJson(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
