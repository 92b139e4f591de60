import { type CallTarget, signCaller } from '@plotline/kit/core/caller';
import type { CallerKeys } from '@plotline/kit/core/caller-keys';
import { maxBodyBytes } from '@plotline/kit/http/body';
import { hasBody } from '@plotline/kit/http/request';
import type { Span } from '@plotline/kit/telemetry/span';
import type { ServiceRoute } from '../contract/merge.js';
import type { EdgeContext } from './edge-context.js';
import { forward } from './forward.js';
import { actorIn, type Identity } from './identity.js';
import { readBody } from './request-body.js';
import type { RequestContext } from './request-context.js';
import { startServiceSpan } from './request-spans.js';
import { openUpload } from './upload.js';

/** Creates the signed header that tells the service the caller and the span. It is valid for this call only. */
function signIdentity(
  { mode, requestId, deadline }: RequestContext,
  identity: Identity,
  target: CallTarget,
  { traceparent }: Span,
  callerKeys: CallerKeys,
): string {
  const { workspaceId, credentialId, memberSince, scopes, plan, currency, country, timeZone, settings } = identity;
  const actor = actorIn(identity, mode);
  const who = { workspaceId, mode, actor, credentialId, ...(memberSince !== undefined && { memberSince }) };
  const workspace = { plan, currency, country, timeZone, ...(settings && { settings }) };
  return signCaller({ ...who, scopes, ...workspace, requestId, traceparent, deadline }, target, callerKeys);
}

interface ServiceCall {
  readonly route: ServiceRoute;
  /** Path at the service, without the query. */
  readonly path: string;
  readonly identity: Identity;
  /**
   * Checks again, before the service gets the end of the body, whether the request may continue. Rejects if it may not.
   */
  readonly readmit: () => Promise<void>;
}

/** Forwards an admitted request to its service, with its body in memory or as a stream. */
export async function callService(
  context: EdgeContext,
  requestContext: RequestContext,
  { route, path, identity, readmit }: ServiceCall,
): Promise<void> {
  const { request, query } = requestContext;
  const { service, operation } = route;
  const { workspaceId } = identity;
  const { limits, downloads } = context.transfers;
  const readsBody = hasBody(request) && !operation['x-upload'];
  const options = { budget: context.bodies, owner: workspaceId, maxBytes: maxBodyBytes };
  const body = readsBody ? await readBody(requestContext, options) : null;
  await context.idempotencyKeys.assertSameTarget(requestContext, identity);
  const uploadOptions = { operation, workspaceId, readmit };
  const upload = operation['x-upload'] ? openUpload(requestContext, context.transfers, uploadOptions) : null;
  const target = { service, method: request.method ?? '', path: `${path}${query}` };
  const span = startServiceSpan(requestContext, service);
  forward(requestContext, context.getUpstream(service), {
    path,
    caller: signIdentity(requestContext, identity, target, span, context.callerKeys),
    span,
    body: upload ?? body,
    limits,
    downloads: { budget: downloads, owner: workspaceId },
  });
}
