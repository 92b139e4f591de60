import { type CallTarget, signCaller } from '@plotline/kit/caller';
import type { Keyring } from '@plotline/kit/keyring';
import type { Span } from '@plotline/kit/tracing/span';
import { actorIn, type Identity } from './identity.js';
import type { RequestContext } from './request-context.js';

/** The header that tells the service on whose behalf the request is made and in which span, signed for this one call. */
export function signIdentity(
  { mode, requestId, deadline }: RequestContext,
  identity: Identity,
  target: CallTarget,
  { traceparent }: Span,
  callerKeys: Keyring,
): string {
  const { workspaceId, credentialId, scopes, plan, currency } = identity;
  const actor = actorIn(identity, mode);
  const caller = { workspaceId, mode, actor, credentialId, scopes, plan, currency, requestId, traceparent, deadline };
  return signCaller(caller, target, callerKeys);
}
