import type { IncomingMessage, ServerResponse } from 'node:http';
import { notFound, Problem } from '@plotline/kit/core/errors';
import { admitPublicly, servePreflight } from '../edge/call-operation.js';
import { allowAnyOrigin, isPreflight } from '../edge/cors.js';
import { chooseFileEnvelope } from '../edge/envelope.js';
import { forward } from '../edge/forward.js';
import { createRequestContext, type RequestContext } from '../edge/request-context.js';
import { startServiceSpan } from '../edge/request-spans.js';
import { isPlainPath } from './auth-paths.js';
import type { PublicContext } from './public-context.js';

const feeds = '/feeds/';
const downloads = '/downloads/';
const calendars = '/calendars/';

/** Returns whether the transfer service serves a path. The token in the path is the only credential. */
export function isFilePath(path: string): boolean {
  return [feeds, downloads, calendars].some((folder) => path.startsWith(folder));
}

/** Paths that the transfer service has a route for. The service would refuse other paths without the envelope. */
const filePath = /^\/(?:feeds|downloads|calendars)\/[^/]+$/;

const exposedHeaders = ['Content-Disposition', 'Content-Range', 'ETag', 'Last-Modified', 'Retry-After', 'X-Request-Id'];

const methods = ['GET', 'HEAD'];

/**
 * Response headers for a file. The file contains data of a workspace and is served on the dashboard's host. So the
 * browser must run nothing in the file and must not leak its address.
 */
const headers = [
  ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox"],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Robots-Tag', 'noindex'],
] as const;

async function serve(context: PublicContext, requestContext: RequestContext): Promise<void> {
  const { request, response, path } = requestContext;
  const isFeed = path.startsWith(feeds);
  if (isFeed) allowAnyOrigin(response, exposedHeaders);
  if (isFeed && isPreflight(request) && filePath.test(path)) return servePreflight(context, requestContext);
  await admitPublicly(context, requestContext);
  if (!isPlainPath(path) || !filePath.test(path)) throw notFound();
  if (!methods.includes(request.method ?? '')) {
    response.setHeader('Allow', methods.join(', '));
    throw new Problem('METHOD_NOT_ALLOWED', `This path supports ${methods.join(' and ')}.`);
  }
  for (const [name, value] of headers) response.setHeader(name, value);
  const { limits, publicDownloads } = context.transfers;
  forward(requestContext, context.publicFiles, {
    path,
    caller: null,
    span: startServiceSpan(requestContext, 'transfer'),
    body: null,
    limits,
    downloads: { budget: publicDownloads, owner: context.rateLimits.readNetwork(request) },
    choose: chooseFileEnvelope,
  });
}

/** Creates the server of feeds, downloads and calendars. It streams them from the transfer service. */
export function createServeFiles(context: PublicContext): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const requestContext = createRequestContext(request, response, { mode: 'live', budgetMs: context.budgetMs });
    const [, folder] = requestContext.path.split('/');
    requestContext.route = folder ?? 'files';
    context.logOnClose(requestContext);
    serve(context, requestContext).catch(requestContext.fail);
  };
}
