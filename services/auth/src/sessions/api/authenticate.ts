import type { Actor, Caller } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import { requestBudgetMs } from '@plotline/kit/core/time';
import type { Authenticate } from '@plotline/kit/http/authorize';
import type { Operation } from '@plotline/kit/http/contract/document';
import { assertCsrfToken, assertSameOrigin, csrfHeader, isSafeMethod } from '@plotline/kit/http/cookies';
import { readClientAddress } from '@plotline/kit/http/request';
import { describeSuspension } from '@plotline/protos/plotline/auth/v1/suspensions';
import type { Request } from 'express';
import type { Context } from '../../context.js';
import type { Access } from '../../directory/api/access.js';
import { placeOf } from '../../directory/model/workspace.js';
import { keyPrefixes } from '../../keys/model/key.js';
import { createVisitorCommand, type Origin, readOrigin } from './origin.js';
import { readSessionToken, type SentToken } from './session-cookie.js';
import { findSignedIn, type SignedIn } from './signed-in.js';
import { recordWorkspaceUse } from './workspace-use.js';

/** Operations that a person may call before setting up the second factor that a workspace requires. */
const setupOperations: ReadonlySet<string> = new Set(['getSession', 'signOut', 'startTwoFactor', 'confirmTwoFactor']);

/** Operations that a person may call in a suspended workspace: to read the reason, and to leave no session open. */
const accountOperations: ReadonlySet<string> = new Set([
  'getSession',
  'signOut',
  'listSessions',
  'endSession',
  'endOtherSessions',
]);

/** Keyed by the actor, because handlers get a copy of the caller. */
const signedInByActor = new WeakMap<Actor, SignedIn>();

/** Returns the signed-in person of a call that `createAuthenticate` accepted. */
export function signedInOf({ caller }: { readonly caller: Caller }): SignedIn {
  const signedIn = signedInByActor.get(caller.actor);
  if (!signedIn) throw new Error('No one is signed in, because the operation is public.');
  return signedIn;
}

function chooseAccess(access: readonly Access[], workspaceId: string | undefined): Access {
  const first = () => access.find(({ suspension }) => suspension === null) ?? access[0];
  const chosen = workspaceId === undefined ? first() : access.find(({ workspace }) => workspace.id === workspaceId);
  if (chosen) return chosen;
  // Node joins repeated headers with a comma, which no id contains.
  if (workspaceId?.includes(',')) throw new Problem('BAD_REQUEST', 'X-Workspace-ID was given more than once.');
  throw new Problem('FORBIDDEN', 'The session does not include the workspace in X-Workspace-ID.');
}

/** Creates the caller for a signed-in person in one of their workspaces. */
export function toCaller({ person, session }: SignedIn, access: Access, { requestId, traceparent }: Origin): Caller {
  const { workspace, agentId, role } = access;
  return {
    workspaceId: workspace.id,
    mode: 'live',
    actor: { type: 'user', id: person.id, name: person.name, role, agentId },
    credentialId: session.id,
    scopes: ['admin'],
    plan: workspace.plan,
    currency: workspace.currency,
    ...placeOf(workspace),
    requestId,
    traceparent,
    deadline: Date.now() + requestBudgetMs,
  };
}

/**
 * Throws FORBIDDEN for a change by cookie without the CSRF token and our origin, because browsers also send cookies
 * with requests from other sites.
 */
function assertOwnPage(request: Request, { token, isCookie }: SentToken, { authUrl }: Context): void {
  if (!isCookie || isSafeMethod(request.method)) return;
  assertSameOrigin(request.headers, authUrl);
  assertCsrfToken(token, request.get(csrfHeader));
}

function createUnauthorized(sent: SentToken | undefined): Problem {
  const isKey = Object.values(keyPrefixes).some((prefix) => sent?.token.startsWith(prefix));
  const reason = isKey ? 'API keys are not accepted here.' : 'there is no session, or it has ended.';
  return new Problem('UNAUTHORIZED', `Sign in first: ${reason}`);
}

function assertAllowed({ needsTwoFactor, suspension }: Access, operation: Operation): void {
  if (suspension !== null && !accountOperations.has(operation.operationId)) {
    throw new Problem('FORBIDDEN', describeSuspension(suspension), {
      reason: 'workspace_suspended',
      data: { suspension },
    });
  }
  if (!needsTwoFactor || setupOperations.has(operation.operationId)) return;
  throw new Problem('FORBIDDEN', 'The workspace requires a second factor. Set it up first.', {
    reason: 'two_factor_setup_required',
  });
}

/**
 * Finds the caller of an operation by a session: its token as Bearer, or the cookie together with the CSRF token. The
 * caller of a public operation is a visitor. `X-Workspace-ID` selects one of the person's workspaces; the first is the
 * default.
 */
export function createAuthenticate(context: Context): Authenticate {
  return async (request, operation) => {
    const origin = readOrigin(request);
    if (operation['x-public']) {
      if (!isSafeMethod(request.method)) assertSameOrigin(request.headers, context.authUrl);
      return { ...createVisitorCommand(origin).caller, address: readClientAddress(request) };
    }
    const sent = readSessionToken(request.headers, context.authUrl);
    const signedIn = sent && (await findSignedIn(context, sent.token, origin));
    if (!signedIn) throw createUnauthorized(sent);
    assertOwnPage(request, sent, context);
    const workspaceId = request.get('x-workspace-id');
    const access = chooseAccess(signedIn.access, workspaceId);
    assertAllowed(access, operation);
    // Without the header, the operation may concern only the account.
    if (workspaceId !== undefined) recordWorkspaceUse(context, signedIn, access, context.runtime.log);
    const caller = { ...toCaller(signedIn, access, origin), address: readClientAddress(request) };
    signedInByActor.set(caller.actor, signedIn);
    return caller;
  };
}
