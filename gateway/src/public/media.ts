import type { IncomingMessage, ServerResponse } from 'node:http';
import { notFound } from '@plotline/kit/core/errors';
import { Limiter } from '@plotline/kit/core/limiter';
import { allowAnyOrigin, answerPreflight, isPreflight } from '../edge/cors.js';
import { chooseFileEnvelope } from '../edge/envelope.js';
import { forward } from '../edge/forward.js';
import { createRequestContext, type RequestContext } from '../edge/request-context.js';
import { startServiceSpan } from '../edge/request-spans.js';
import { assertWellFormed } from '../edge/well-formed.js';
import { isPlainPath } from './auth-paths.js';
import type { PublicContext } from './public-context.js';
import { assertReadMethod } from './static.js';

const folder = '/media/';

/** Paths that the transfer service has a route for. The service would refuse other paths without the envelope. */
const mediaPath = /^\/media\/[^/]+$/;

/**
 * Returns whether a path belongs to a photo or document of a record. Only the API hosts serve these files, because
 * people upload them. The API hosts have no cookies that a file could misuse.
 */
export function isMediaPath(path: string): boolean {
  return path.startsWith(folder);
}

const exposedHeaders = ['Content-Disposition', 'Content-Range', 'ETag', 'Retry-After', 'X-Request-Id'];

/** The browser must run nothing in a file. Any site may display it. */
const headers = [
  ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox"],
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Robots-Tag', 'noindex'],
] as const;

/** Unlimited here, because the limit for media applies before the request is forwarded. */
const unlimited = new Limiter({});

/**
 * Serves a file. A page shows many photos at the same time, so requests wait for a free slot. They don't count against
 * the limit of the address, because a whole office may share the address.
 */
async function serve(context: PublicContext, requestContext: RequestContext): Promise<void> {
  const { request, response, path } = requestContext;
  const { limits, media } = context.transfers;
  allowAnyOrigin(response, exposedHeaders);
  await context.rateLimits.reportAddress(requestContext);
  assertWellFormed(requestContext);
  if (!isPlainPath(path) || !mediaPath.test(path)) throw notFound();
  if (isPreflight(request)) return answerPreflight(response);
  assertReadMethod(requestContext);
  for (const [name, value] of headers) response.setHeader(name, value);
  const permit = await media.acquire(context.rateLimits.readNetwork(request), 1, requestContext.deadline);
  requestContext.onClose(permit.release);
  forward(requestContext, context.mediaFiles, {
    path,
    caller: null,
    span: startServiceSpan(requestContext, 'transfer'),
    body: null,
    limits,
    downloads: { budget: unlimited, owner: '' },
    choose: chooseFileEnvelope,
  });
}

/** Creates the server of photos and documents. It streams them from the transfer service. */
export function createServeMedia(context: PublicContext): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const requestContext = createRequestContext(request, response, { mode: 'live', budgetMs: context.budgetMs });
    requestContext.route = 'media';
    context.logOnClose(requestContext);
    serve(context, requestContext).catch(requestContext.fail);
  };
}
