import { notFound, Problem } from '@plotline/kit/core/errors';
import { assertRole, assertScopes } from '@plotline/kit/http/authorize';
import type { Operation } from '@plotline/kit/http/contract/document';
import { gatewayService } from '../contract/merge.js';
import type { RouteMatch } from '../contract/routes.js';
import { authenticate, type ReadCredential } from './authenticate.js';
import { chooseIdentity } from './authorize.js';
import { callService } from './call-service.js';
import { answerPreflight } from './cors.js';
import type { EdgeContext } from './edge-context.js';
import type { Identity } from './identity.js';
import type { RequestContext } from './request-context.js';
import { assertWellFormed } from './well-formed.js';

type OperationMatch = Extract<RouteMatch, { kind: 'operation' }>;

function requireOperation(match: RouteMatch, { response }: RequestContext): OperationMatch {
  if (match.kind === 'operation') return match;
  if (match.kind === 'not-found') throw notFound();
  response.setHeader('Allow', match.allow);
  throw new Problem('METHOD_NOT_ALLOWED', `This path supports ${match.allow}.`);
}

/** Error codes that count against the address, because the workspace of the request is unknown. */
const countedForAddress: ReadonlySet<string> = new Set(['UNAUTHORIZED', 'BAD_REQUEST', 'FORBIDDEN']);

/**
 * Identifies the caller and the workspace. A request without a valid credential, or for another workspace, counts
 * against the limit of its address.
 */
export async function identify(
  context: EdgeContext,
  requestContext: RequestContext,
  readCredential: ReadCredential,
): Promise<Identity> {
  const { rateLimits } = context;
  try {
    assertWellFormed(requestContext);
    const credential = await authenticate(requestContext, readCredential(requestContext), context);
    return chooseIdentity(credential, requestContext.request.headers['x-workspace-id']);
  } catch (error) {
    const counts = error instanceof Problem && countedForAddress.has(error.code);
    await (counts ? rateLimits.countAddress(requestContext) : rateLimits.reportAddress(requestContext));
    throw error;
  }
}

/** Throws FORBIDDEN when the identity may not call the operation. */
export function assertPermitted({ scopes, actor }: Identity, { operation }: OperationMatch['route']): void {
  assertScopes(scopes, operation['x-scopes'], operation['x-any-scope']);
  assertRole(actor, operation['x-roles']);
}

/** Owner of the budget that a request uses: the credential's workspace, or the person at the dashboard. */
export type CountsFor = 'workspace' | 'person';

/** Counts the request. Throws RATE_LIMIT_EXCEEDED without counting it when a limit is reached. */
async function admit(
  { rateLimits }: EdgeContext,
  requestContext: RequestContext,
  identity: Identity,
  { operation, countsFor }: { readonly operation: Operation | null; readonly countsFor: CountsFor },
): Promise<void> {
  if (countsFor === 'person') return rateLimits.admitPerson(requestContext, identity.actor.id, operation);
  requestContext.usage = await rateLimits.admit(requestContext, identity, operation);
}

/** Handles a request for the API: from checking its credential to calling its service. */
export async function callOperation(
  context: EdgeContext,
  requestContext: RequestContext,
  readCredential: ReadCredential,
  countsFor: CountsFor = 'workspace',
): Promise<void> {
  const { request, path, mode } = requestContext;
  const identity = await identify(context, requestContext, readCredential);
  requestContext.workspaceId = identity.workspaceId;
  requestContext.identity = identity;
  const match = context.findRoute(request.method ?? '', path);
  const operation = match.kind === 'operation' ? match.route.operation : null;
  requestContext.route = operation?.operationId ?? requestContext.route;
  requestContext.template = match.kind === 'operation' ? match.route.path : null;
  await admit(context, requestContext, identity, { operation, countsFor });
  const { route, path: servicePath } = requireOperation(match, requestContext);
  assertPermitted(identity, route);
  if (route.service === gatewayService) {
    const usage = requestContext.usage ?? (await context.rateLimits.peekPlan(identity, mode));
    return context.serveRateLimitStatus(requestContext, { plan: identity.plan, usage });
  }
  const readmit = async () => {
    const credential = await authenticate(requestContext, readCredential(requestContext), context);
    assertPermitted(chooseIdentity(credential, request.headers['x-workspace-id']), route);
  };
  await callService(context, requestContext, { route, path: servicePath, identity, readmit });
}

/** Counts a request that needs no credential against the limit of its address. */
export async function admitPublicly({ rateLimits }: EdgeContext, requestContext: RequestContext): Promise<void> {
  await rateLimits.countAddress(requestContext);
  assertWellFormed(requestContext);
}

/** Responds to a preflight. Preflights aren't counted, because the request that follows is. */
export async function servePreflight(context: EdgeContext, requestContext: RequestContext): Promise<void> {
  requestContext.route = 'preflight';
  await context.rateLimits.reportAddress(requestContext);
  assertWellFormed(requestContext);
  answerPreflight(requestContext.response);
}
