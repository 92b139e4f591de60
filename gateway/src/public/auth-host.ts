import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Mode } from '@plotline/kit/core/caller';
import { admitPublicly, callOperation } from '../edge/call-operation.js';
import { createRequestContext, type RequestContext } from '../edge/request-context.js';
import { splitTarget } from '../edge/request-target.js';
import { createReadSessionCookie } from '../edge/session-cookie.js';
import { assertWellFormed } from '../edge/well-formed.js';
import { changesPath, serveChanges } from './changes.js';
import { isDashboardPath } from './dashboard.js';
import { isDocsPath } from './docs.js';
import { createServeFiles, isFilePath } from './files.js';
import { createPassThrough } from './pass-through.js';
import type { PublicContext } from './public-context.js';

/** Mounts of the API for the dashboard, one for each mode. */
const mounts: readonly (readonly [mount: string, mode: Mode])[] = [
  ['/live', 'live'],
  ['/sandbox', 'sandbox'],
];

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

export interface AuthHost {
  readonly handle: Serve;
  close(): void;
}

/**
 * Creates the API for the dashboard's scripts, and its stream of changes. The session cookie authorizes the requests,
 * which count against the person.
 */
function createServeMounted(context: PublicContext, mount: string, mode: Mode): Serve {
  const readCredential = createReadSessionCookie(context.authBaseUrl);
  return (request, response) => {
    const requestContext = createRequestContext(request, response, { mode, budgetMs: context.budgetMs, mount });
    context.logOnClose(requestContext);
    // Without this header, another site could load a visitor's data into its own process.
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    const served =
      requestContext.path === changesPath
        ? serveChanges(context, requestContext, readCredential)
        : callOperation(context, requestContext, readCredential, 'person');
    served.catch(requestContext.fail);
  };
}

/** Serves all public pages, including `/`, which redirects to the dashboard. */
function createServePublic(
  context: PublicContext,
  admit: (context: PublicContext, requestContext: RequestContext) => Promise<void>,
  serve: (requestContext: RequestContext) => void,
): Serve {
  return (request, response) => {
    const requestContext = createRequestContext(request, response, { mode: 'live', budgetMs: context.budgetMs });
    context.logOnClose(requestContext);
    admit(context, requestContext)
      .then(() => serve(requestContext))
      .catch(requestContext.fail);
  };
}

/**
 * Admits requests for the dashboard's files without counting them against the address. There are many files, they come
 * from memory, and a whole office may load them at the same time.
 */
async function admitUncounted({ rateLimits }: PublicContext, requestContext: RequestContext): Promise<void> {
  await rateLimits.reportAddress(requestContext);
  assertWellFormed(requestContext);
}

/**
 * Creates the listener for the host of the authorization server and the dashboard. It serves documents, the API with a
 * cookie, files, and the auth service.
 */
export function createAuthHost(context: PublicContext): AuthHost {
  const passThrough = createPassThrough(context);
  const serveDocs = createServePublic(context, admitPublicly, context.serveAuthDocs);
  const serveDashboard = createServePublic(context, admitUncounted, context.serveDashboard);
  const serveFiles = createServeFiles(context);
  const chooseServe = (path: string) => {
    if (isDocsPath(path)) return serveDocs;
    if (isDashboardPath(path)) return serveDashboard;
    return isFilePath(path) ? serveFiles : passThrough.handle;
  };
  const mounted = mounts.map(([mount, mode]) => ({
    prefix: `${mount}/`,
    serve: createServeMounted(context, mount, mode),
  }));
  const handle: Serve = (request, response) => {
    const { path } = splitTarget(request.url ?? '/');
    const api = mounted.find(({ prefix }) => path.startsWith(prefix));
    const serve = api?.serve ?? chooseServe(path);
    serve(request, response);
  };
  return { handle, close: () => passThrough.close() };
}
