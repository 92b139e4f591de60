import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Problem, toProblem } from '@plotline/kit/core/errors';
import { renderPublicProblem } from '@plotline/kit/http/rendering';
import { drain, endResponse, isDrainable } from './drain.js';

/** Headers of every response. Only the OpenAPI documents replace `Cache-Control`. */
export const commonHeaders: readonly (readonly [name: string, value: string])[] = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
];

/** A problem as it is sent, with its content headers. */
export interface RenderedProblem {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type RenderProblem = (problem: Problem) => RenderedProblem;

const jsonHeaders = { 'Content-Type': 'application/json' };

export function toRenderedJson(body: string): RenderedProblem {
  return { headers: jsonHeaders, body };
}

/** Renders a problem in the public envelope. */
export const renderEnvelope: RenderProblem = (problem) => toRenderedJson(renderPublicProblem(problem));

/**
 * Sends the response for any thrown value. Cuts off a response that has already started, so that no client mistakes it
 * for a complete response. Drains the rest of the request body first, because a client that is still sending would lose
 * the response if the connection were closed immediately.
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
