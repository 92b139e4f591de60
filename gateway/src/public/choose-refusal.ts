import type { IncomingMessage } from 'node:http';
import type { Problem } from '@plotline/kit/core/errors';
import Negotiator from 'negotiator';
import { type RenderProblem, renderEnvelope, toRenderedJson } from '../edge/problems.js';
import { renderRefusalPage } from './refusal-page.js';

/**
 * Renders a problem in OAuth's own flat form (RFC 6749, 5.2) for paths under /oauth/, because every client library
 * parses this form.
 */
const renderOAuthProblem: RenderProblem = ({ status, message }) => {
  const isTemporary = status === 503 || status === 429;
  const error = isTemporary ? 'temporarily_unavailable' : status === 500 ? 'server_error' : 'invalid_request';
  return toRenderedJson(JSON.stringify({ success: false, error, error_description: message }));
};

const methodsOfPages: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/**
 * Returns whether the path may belong to a page. Under /auth/, the path alone doesn't distinguish pages from endpoints
 * for software.
 */
function isForPage({ method = '' }: IncomingMessage, path: string): boolean {
  return methodsOfPages.has(method) && (path.startsWith('/auth/') || path === '/oauth/authorize');
}

/** Returns whether a person may encounter the problem in normal use. */
function isForPeople({ status }: Problem): boolean {
  return status === 429 || status >= 500;
}

/** Returns false for clients that accept any type, because API clients do that. */
function prefersHtml(request: IncomingMessage): boolean {
  return new Negotiator(request).mediaType(['application/json', 'text/html']) === 'text/html';
}

/** Chooses the form in which the gateway's own refusals are sent for requests to `path`. */
export function chooseRefusal(request: IncomingMessage, path: string): RenderProblem {
  const renderForPrograms = path.startsWith('/oauth/') ? renderOAuthProblem : renderEnvelope;
  if (!isForPage(request, path)) return renderForPrograms;
  return (problem) => {
    if (!isForPeople(problem)) return renderForPrograms(problem);
    const { headers, body } = prefersHtml(request) ? renderRefusalPage(problem) : renderForPrograms(problem);
    return { headers: { ...headers, Vary: 'Accept' }, body };
  };
}
