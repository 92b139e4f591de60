import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Problem, toProblem } from '@plotline/kit/core/errors';
import { renderPublicProblem } from '@plotline/kit/http/rendering';
import { drain, endResponse, isDrainable } from './drain.js';

/** Headers of every answer; the documents alone replace `Cache-Control`. */
export const commonHeaders: readonly (readonly [name: string, value: string])[] = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
];

/** A problem as it is sent, with the headers that say what its body is. */
export interface RenderedProblem {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type RenderProblem = (problem: Problem) => RenderedProblem;

const jsonHeaders = { 'Content-Type': 'application/json' };

export function toRenderedJson(body: string): RenderedProblem {
  return { headers: jsonHeaders, body };
}

/** A problem in the public envelope. */
export const renderEnvelope: RenderProblem = (problem) => toRenderedJson(renderPublicProblem(problem));

/**
 * Answers with anything thrown. A response that has begun is cut off instead, so that no client takes it for complete.
 * The rest of the request body is drained: a client that still sends would lose the response if the connection were
 * closed at once.
 */
export function sendProblem(
  request: IncomingMessage,
  response: ServerResponse,
  thrown: unknown,
  render: RenderProblem,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const problem = toProblem(thrown);
  const { headers, body } = render(problem);
  if (problem.retryAfter !== undefined) response.setHeader('Retry-After', problem.retryAfter);
  if (problem.code === 'UNAUTHORIZED') response.setHeader('WWW-Authenticate', 'Bearer');
  const staysOpen = request.complete || (response.shouldKeepAlive && isDrainable(request));
  if (!staysOpen) response.setHeader('Connection', 'close');
  response.writeHead(problem.status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  if (staysOpen) {
    response.end(body);
    drain(request);
  } else endResponse(request, response, body);
}
