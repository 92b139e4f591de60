import { Problem, unavailable } from '@plotline/kit/core/errors';
import { heartbeatMs } from '../changes/change-feed.js';
import { toTenantKey } from '../changes/notice.js';
import { retryAfter } from '../changes/stream-limits.js';
import { authenticate, type ReadCredential } from '../edge/authenticate.js';
import { chooseIdentity } from '../edge/authorize.js';
import { identify } from '../edge/call-operation.js';
import type { Identity } from '../edge/identity.js';
import type { RequestContext } from '../edge/request-context.js';
import type { PublicContext } from './public-context.js';

/** Path of the stream below the mount of a mode. */
export const changesPath = '/changes';

/** Roles that may view every unit. */
const listingManagers: ReadonlySet<string | undefined> = new Set(['owner', 'admin']);

/** `no-transform` and nginx's header keep proxies from delaying the events. */
const headers = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** Reads a parameter of the query. Throws BAD_REQUEST when it is given twice. */
function readOnce({ query }: RequestContext, name: string): string | undefined {
  const [value, ...others] = new URLSearchParams(query).getAll(name);
  if (others.length > 0) throw new Problem('BAD_REQUEST', `${name} was given more than once.`);
  return value;
}

/** Reads the workspace from the query, because the browser's EventSource can't send headers. */
function withWorkspaceOfQuery(readCredential: ReadCredential): ReadCredential {
  return (requestContext) => {
    const workspaceId = readOnce(requestContext, 'workspace_id');
    if (workspaceId !== undefined) requestContext.request.headers['x-workspace-id'] = workspaceId;
    return readCredential(requestContext);
  };
}

function assertGet({ request, response }: RequestContext): void {
  if (request.method === 'GET') return;
  response.setHeader('Allow', 'GET');
  throw new Problem('METHOD_NOT_ALLOWED', 'This path supports GET.');
}

/** Reserves one of the open streams until the response is closed. Throws when all are in use. */
function takePlace({ changes }: PublicContext, { onClose }: RequestContext, identity: Identity): void {
  onClose(changes.streamsOfPeople.take(identity.actor.id).release);
  onClose(changes.streamsOfWorkspaces.take(identity.workspaceId).release);
}

const isSameAccess = (before: Identity, now: Identity) =>
  before.actor.role === now.actor.role && before.actor.agentId === now.actor.agentId;

/**
 * Serves the changes of a workspace to a signed-in person as server-sent events. Opening the stream counts as one
 * request by the person. Keeping it open isn't counted.
 */
export async function serveChanges(
  context: PublicContext,
  requestContext: RequestContext,
  readSession: ReadCredential,
): Promise<void> {
  const { request, response, mode } = requestContext;
  const { feed, findResources } = context.changes;
  const readCredential = withWorkspaceOfQuery(readSession);
  requestContext.route = 'changes';
  const identity = await identify(context, requestContext, readCredential);
  requestContext.workspaceId = identity.workspaceId;
  requestContext.identity = identity;
  await context.rateLimits.countPerson(requestContext, identity.actor.id);
  assertGet(requestContext);
  const lastId = request.headers['last-event-id']?.toString() ?? readOnce(requestContext, 'last_event_id');
  if (!feed.isAvailable) throw unavailable('Changes are not available at the moment.', undefined, retryAfter);
  takePlace(context, requestContext, identity);
  const isStillAllowed = async () => {
    requestContext.deadline = Date.now() + context.budgetMs;
    const credential = await authenticate(requestContext, readCredential(requestContext), context);
    return isSameAccess(identity, chooseIdentity(credential, request.headers['x-workspace-id']));
  };
  const { workspaceId, credentialId } = identity;
  const follower = {
    tenant: toTenantKey(workspaceId, mode),
    workspaceId,
    credentialId,
    agentId: identity.actor.agentId,
    resources: findResources(identity),
    managesListings: listingManagers.has(identity.actor.role),
  };
  // The server's own limit for idle connections is shorter than the time between two heartbeats.
  request.socket.setTimeout(2 * heartbeatMs);
  requestContext.streamingSince = performance.now();
  response.writeHead(200, headers);
  requestContext.onClose(feed.open({ follower, response, lastId, isStillAllowed }));
}
