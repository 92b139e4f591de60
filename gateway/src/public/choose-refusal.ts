import type { IncomingMessage } from 'node:http';
import type { Problem } from '@plotline/kit/core/errors';
import Negotiator from 'negotiator';
import { type RenderProblem, renderEnvelope, toRenderedJson } from '../edge/problems.js';
import { renderRefusalPage } from './refusal-page.js';

/** Under /oauth/, errors have OAuth's own flat form (RFC 6749, 5.2), which every client library parses. */
const renderOAuthProblem: RenderProblem = ({ status, message }) => {
  const isTemporary = status === 503 || status === 429;
  const error = isTemporary ? 'temporarily_unavailable' : status === 500 ? 'server_error' : 'invalid_request';
  return toRenderedJson(JSON.stringify({ success: false, error, error_description: message }));
};

const methodsOfPages: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** Whether the path may belong to a page. Under /auth/, paths alone do not tell pages from endpoints for programs. */
function isForPage({ method = '' }: IncomingMessage, path: string): boolean {
  return methodsOfPages.has(method) && (path.startsWith('/auth/') || path === '/oauth/authorize');
}

/** Whether a person may meet the problem without having done anything unusual. */
function isForPeople({ status }: Problem): boolean {
  return status === 429 || status >= 500;
}

/** Returns false for clients that accept anything, as programs do. */
function prefersHtml(request: IncomingMessage): boolean {
  return new Negotiator(request).mediaType(['application/json', 'text/html']) === 'text/html';
}

/** Chooses the form of the gateway's own refusals for requests of `path`. */
export function chooseRefusal(request: IncomingMessage, path: string): RenderProblem {
  const renderForPrograms = path.startsWith('/oauth/') ? renderOAuthProblem : renderEnvelope;
  if (!isForPage(request, path)) return renderForPrograms;
  return (problem) => {
    if (!isForPeople(problem)) return renderForPrograms(problem);
    const { headers, body } = prefersHtml(request) ? renderRefusalPage(problem) : renderForPrograms(problem);
    return { headers: { ...headers, Vary: 'Accept' }, body };
  };
}
