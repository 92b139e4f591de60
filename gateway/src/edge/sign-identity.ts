import { type CallTarget, signCaller } from '@plotline/kit/caller';
import type { Keyring } from '@plotline/kit/keyring';
import type { Identity } from './identity.js';
import type { RequestContext } from './request-context.js';

/** The header that tells the service on whose behalf the request is made, signed for this one call. */
export function signIdentity(
  { mode, requestId, traceparent, deadline }: RequestContext,
  { workspaceId, actor, scopes, plan, currency }: Identity,
  target: CallTarget,
  callerKeys: Keyring,
): string {
  const caller = { workspaceId, mode, actor, scopes, plan, currency, requestId, traceparent, deadline };
  return signCaller(caller, target, callerKeys);
}
