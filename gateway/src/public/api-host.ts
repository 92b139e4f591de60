import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Mode } from '@plotline/kit/core/caller';
import { readBearer } from '../edge/authenticate.js';
import { admitPublicly, callOperation, servePreflight } from '../edge/call-operation.js';
import { allowAnyOrigin, exposedByApi, isPreflight } from '../edge/cors.js';
import { createRequestContext, type RequestContext } from '../edge/request-context.js';
import { splitTarget } from '../edge/request-target.js';
import { isDocsPath } from './docs.js';
import { createServeHooks, isHookPath } from './hooks.js';
import { createServeMedia, isMediaPath } from './media.js';
import type { PublicContext } from './public-context.js';

/** Serves the documents, which need no credential. */
async function serveDocs(context: PublicContext, requestContext: RequestContext): Promise<void> {
  await admitPublicly(context, requestContext);
  context.serveDocs(requestContext);
}

function serve(context: PublicContext, requestContext: RequestContext): Promise<void> {
  if (isPreflight(requestContext.request)) return servePreflight(context, requestContext);
  return isDocsPath(requestContext.path)
    ? serveDocs(context, requestContext)
    : callOperation(context, requestContext, readBearer);
}

/**
 * Creates the listener for the API's hosts in one mode. It serves operations, documents, the media of records, and
 * hooks. All refusals are sent from one place.
 */
export function createApiHost(
  context: PublicContext,
  mode: Mode,
): (request: IncomingMessage, response: ServerResponse) => void {
  const serveMedia = createServeMedia(context);
  const serveHooks = createServeHooks(context);
  return (request, response) => {
    const { path } = splitTarget(request.url ?? '/');
    if (isMediaPath(path)) return serveMedia(request, response);
    if (isHookPath(path)) return serveHooks(request, response);
    const requestContext = createRequestContext(request, response, { mode, budgetMs: context.budgetMs });
    context.logOnClose(requestContext);
    if (request.headers.origin !== undefined) allowAnyOrigin(response, exposedByApi);
    serve(context, requestContext).catch(requestContext.fail);
  };
}
