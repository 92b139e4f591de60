import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { notFound, Problem } from '@plotline/kit/core/errors';
import { Limiter } from '@plotline/kit/core/limiter';
import { maxBodyBytes } from '@plotline/kit/http/body';
import { LRUCache } from 'lru-cache';
import { chooseFileEnvelope } from '../edge/envelope.js';
import { forward } from '../edge/forward.js';
import { readBody } from '../edge/request-body.js';
import { createRequestContext, type RequestContext } from '../edge/request-context.js';
import { startServiceSpan } from '../edge/request-spans.js';
import { assertWellFormed } from '../edge/well-formed.js';
import type { PublicContext } from './public-context.js';

const folder = '/hooks/';

/** Paths that the connect service has a route for: the provider, and the token of a connection. */
const hookPath = /^\/hooks\/[a-z_]{1,40}\/(hook_(?:live|test)_[0-9A-Za-z]{36})$/;

/** Returns whether a path belongs to a hook. The token in it and the vendor's signature are the credential. */
export function isHookPath(path: string): boolean {
  return path.startsWith(folder);
}

/** Responses are small, and are never files. */
const unlimited = new Limiter({});

/** Statuses of requests that didn't come from a vendor. Such requests count against the address. */
const refusedStatuses: ReadonlySet<number> = new Set([401, 404]);

/**
 * Tokens that were refused in the last minute. Each token counts against the address only once. So one workspace with a
 * wrong secret or a deleted connection doesn't block the vendor's calls for other workspaces.
 */
type RefusedTokens = LRUCache<string, true>;
const maxRefusedTokens = 10_000;
const refusedForMs = 60_000;

async function serve(context: PublicContext, requestContext: RequestContext, refused: RefusedTokens): Promise<void> {
  const { request, response, path, onClose } = requestContext;
  const { rateLimits } = context;
  // A vendor calls for many workspaces from a few addresses, so only refused requests count against the address.
  await rateLimits.assertAddressAllowed(requestContext);
  assertWellFormed(requestContext);
  const [, token] = hookPath.exec(path) ?? [];
  if (token === undefined) {
    await rateLimits.countAddress(requestContext);
    throw notFound();
  }
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST');
    throw new Problem('METHOD_NOT_ALLOWED', 'This path supports POST.');
  }
  const owner = hash('sha256', token, 'base64url');
  await rateLimits.countHook(requestContext, owner);
  onClose(() => {
    if (!refusedStatuses.has(response.statusCode) || refused.has(owner)) return;
    refused.set(owner, true);
    rateLimits.countRefused(request);
  });
  const body = await readBody(requestContext, { budget: context.bodies, owner, maxBytes: maxBodyBytes });
  forward(requestContext, context.hooks, {
    path,
    caller: null,
    // Some vendors don't sign their calls but send a password.
    keepsAuthorization: true,
    span: startServiceSpan(requestContext, 'connect'),
    body,
    limits: context.transfers.limits,
    downloads: { budget: unlimited, owner: '' },
    choose: chooseFileEnvelope,
  });
}

/**
 * Creates the server of hooks, which vendors call. The token contains the mode, so both API hosts serve all hooks. The
 * path contains the token, so it is never logged.
 */
export function createServeHooks(context: PublicContext): (request: IncomingMessage, response: ServerResponse) => void {
  const refused: RefusedTokens = new LRUCache({ max: maxRefusedTokens, ttl: refusedForMs });
  return (request, response) => {
    const requestContext = createRequestContext(request, response, { mode: 'live', budgetMs: context.budgetMs });
    requestContext.route = 'hooks';
    context.logOnClose(requestContext);
    serve(context, requestContext, refused).catch(requestContext.fail);
  };
}
