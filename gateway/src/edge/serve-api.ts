import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Mode, signCaller } from '@plotline/kit/caller';
import { notFound, Problem } from '@plotline/kit/errors';
import type { Context } from '../context.js';
import { ownService } from '../contract/parts.js';
import type { Destination } from '../contract/routes.js';
import { documentPath } from '../public/serve-document.js';
import { isReferencePath, serveReference } from '../public/serve-reference.js';
import { authenticate } from './authenticate.js';
import { type Exchange, openExchange } from './exchange.js';
import { forward } from './forward.js';
import type { Identity } from './identity.js';
import { sendProblem } from './problems.js';
import { assertScopes } from './scopes.js';
import { assertWorkspace } from './workspace.js';

type Found = Extract<Destination, { found: 'operation' }>;

function routeOf(destination: Destination, { response }: Exchange): Found {
  if (destination.found === 'operation') return destination;
  if (destination.found === 'nothing') throw notFound();
  response.setHeader('Allow', destination.allow);
  throw new Problem('METHOD_NOT_ALLOWED', `This path takes ${destination.allow}.`);
}

function callerFor(context: Context, exchange: Exchange, identity: Identity): string {
  const { workspaceId, actor, scopes, currency } = identity;
  const { mode, requestId, traceparent, deadline } = exchange;
  return signCaller({ workspaceId, mode, actor, scopes, currency, requestId, traceparent, deadline }, context.secret);
}

/** Who calls. What has no credential counts for its address. */
async function identify({ keys, limits }: Context, exchange: Exchange): Promise<Identity> {
  try {
    return await authenticate(exchange, keys);
  } catch (error) {
    const isStranger = error instanceof Problem && error.code === 'UNAUTHORIZED';
    await (isStranger ? limits.countAddress(exchange) : limits.reportAddress(exchange));
    throw error;
  }
}

async function serveDocuments(context: Context, exchange: Exchange): Promise<void> {
  const isDocument = exchange.path === documentPath;
  exchange.route = isDocument ? 'document' : 'reference';
  await context.limits.reportAddress(exchange);
  if (isDocument) context.serveDocument(exchange);
  else serveReference(exchange);
}

async function answer(context: Context, exchange: Exchange, fail: (error: unknown) => void): Promise<void> {
  const { request } = exchange;
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    await context.limits.reportAddress(exchange);
    throw new Problem('BAD_REQUEST', 'The Host header is missing.');
  }
  if (exchange.path === documentPath || isReferencePath(exchange.path)) return serveDocuments(context, exchange);
  const identity = await identify(context, exchange);
  exchange.workspaceId = identity.workspaceId;
  const destination = context.findRoute(request.method ?? '', exchange.path);
  const operation = destination.found === 'operation' ? destination.route.operation : null;
  exchange.route = operation?.operationId ?? exchange.route;
  // What follows counts, whatever its answer; what came before does not.
  exchange.usage = await context.limits.admit(exchange, identity, operation);
  assertWorkspace(request.headers['x-workspace-id'], identity.workspaceId);
  const { route, path } = routeOf(destination, exchange);
  assertScopes(identity.scopes, route.operation['x-scopes']);
  if (route.service === ownService) return context.serveRateLimit(exchange, identity.plan);
  await context.keyUses.assertSame(exchange, identity);
  const caller = callerFor(context, exchange, identity);
  forward(exchange, context.upstreamOf(route), { path, caller }, fail);
}

/** The public API of one mode: each request in the order of this file, each refusal through one place. */
export function serveApi(context: Context, mode: Mode): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const exchange = openExchange(request, response, mode, context.budget);
    context.logWhenOver(exchange);
    const fail = (error: unknown) => {
      exchange.failure = error;
      sendProblem(request, response, error);
    };
    answer(context, exchange, fail).catch(fail);
  };
}
