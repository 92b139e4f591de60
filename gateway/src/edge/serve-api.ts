import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Mode } from '@plotline/kit/caller';
import { notFound, Problem } from '@plotline/kit/errors';
import { maxBodyBytes } from '@plotline/kit/http/body';
import { hasBody } from '@plotline/kit/http/framing';
import { assertScopes } from '@plotline/kit/http/scopes';
import type { Context } from '../context.js';
import { gatewayService } from '../contract/merge.js';
import type { RouteMatch } from '../contract/routes.js';
import { isDocsPath } from '../public/docs.js';
import { authenticate } from './authenticate.js';
import { assertWorkspace } from './authorize.js';
import { forward } from './forward.js';
import type { Identity } from './identity.js';
import { readBody } from './request-body.js';
import { createRequestContext, type RequestContext } from './request-context.js';
import { signIdentity } from './sign-identity.js';
import { assertWellFormed } from './well-formed.js';

type OperationMatch = Extract<RouteMatch, { kind: 'operation' }>;

function requireOperation(match: RouteMatch, { response }: RequestContext): OperationMatch {
  if (match.kind === 'operation') return match;
  if (match.kind === 'not-found') throw notFound();
  response.setHeader('Allow', match.allow);
  throw new Problem('METHOD_NOT_ALLOWED', `This path takes ${match.allow}.`);
}

/** Authenticates the request. One that is not well-formed or has no valid credential counts against the limit of its address. */
async function identify(context: Context, requestContext: RequestContext): Promise<Identity> {
  const { rateLimits } = context;
  try {
    assertWellFormed(requestContext);
    return await authenticate(requestContext, context);
  } catch (error) {
    const counts = error instanceof Problem && (error.code === 'UNAUTHORIZED' || error.code === 'BAD_REQUEST');
    await (counts ? rateLimits.countAddress(requestContext) : rateLimits.reportAddress(requestContext));
    throw error;
  }
}

/** Serves the documents, which need no credential and count against the limit of the address. */
async function servePublicly(context: Context, requestContext: RequestContext): Promise<void> {
  await context.rateLimits.countAddress(requestContext);
  assertWellFormed(requestContext);
  context.serveDocs(requestContext);
}

async function handle(context: Context, requestContext: RequestContext): Promise<void> {
  const { request, path } = requestContext;
  if (isDocsPath(path)) return servePublicly(context, requestContext);
  const identity = await identify(context, requestContext);
  requestContext.workspaceId = identity.workspaceId;
  const match = context.findRoute(request.method ?? '', path);
  const operation = match.kind === 'operation' ? match.route.operation : null;
  requestContext.route = operation?.operationId ?? requestContext.route;
  // From here on the request counts against the plan, whatever its response.
  requestContext.usage = await context.rateLimits.admit(requestContext, identity, operation);
  assertWorkspace(request.headers['x-workspace-id'], identity.workspaceId);
  const { route, path: servicePath } = requireOperation(match, requestContext);
  assertScopes(identity.scopes, route.operation['x-scopes']);
  if (route.service === gatewayService) return context.serveRateLimitStatus(requestContext, identity.plan);
  const options = { budget: context.bodies, owner: identity.workspaceId, maxBytes: maxBodyBytes };
  const body = hasBody(request) ? await readBody(requestContext, options) : null;
  await context.idempotencyKeys.assertSameTarget(requestContext, identity);
  const target = {
    service: route.service,
    method: request.method ?? '',
    path: `${servicePath}${requestContext.query}`,
  };
  const caller = signIdentity(requestContext, identity, target, context.callerKeys);
  forward(requestContext, context.getUpstream(route.service), { path: servicePath, caller, body });
}

/** Serves the public API of one mode: the steps of a request in order, and one place for every refusal. */
export function serveApi(context: Context, mode: Mode): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const requestContext = createRequestContext(request, response, mode, context.budgetMs);
    context.logOnClose(requestContext);
    handle(context, requestContext).catch(requestContext.fail);
  };
}
