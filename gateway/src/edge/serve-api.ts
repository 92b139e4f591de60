import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Mode, signCaller } from '@plotline/kit/caller';
import { notFound, Problem } from '@plotline/kit/errors';
import type { Context } from '../context.js';
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

type Operation = Extract<Destination, { found: 'operation' }>;

function destinationOf({ findRoute }: Context, { request, response, path }: Exchange): Operation {
  const destination = findRoute(request.method ?? '', path);
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

async function answer(context: Context, exchange: Exchange, fail: (error: unknown) => void): Promise<void> {
  const { request } = exchange;
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    throw new Problem('BAD_REQUEST', 'The Host header is missing.');
  }
  if (exchange.path === documentPath) {
    exchange.route = 'document';
    return context.serveDocument(exchange);
  }
  if (isReferencePath(exchange.path)) {
    exchange.route = 'reference';
    return serveReference(exchange);
  }
  const identity = await authenticate(exchange, context.keys);
  assertWorkspace(request.headers['x-workspace-id'], identity.workspaceId);
  exchange.workspaceId = identity.workspaceId;

  // Rate limits stand here: what follows counts whatever its answer, what came before does not.

  const { route, path } = destinationOf(context, exchange);
  exchange.route = route.operation.operationId;
  assertScopes(identity.scopes, route.operation['x-scopes']);
  await context.keyUses?.assertSame(exchange, identity);
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
