import type { Command } from '@plotline/kit/store/idempotency/command';
import { isScope } from '@plotline/protos/plotline/auth/v1/scopes';
import type { Context } from '../../context.js';
import { liveTenant } from '../../directory/store/tenants.js';
import { covers } from '../../keys/model/scope.js';
import type { Origin } from '../../sessions/api/origin.js';
import type { Client } from '../model/client.js';
import type { Grant } from '../model/grant.js';
import { isReplayed, type RefreshToken } from '../model/refresh-token.js';
import { findGrantAccess } from './grant-access.js';
import { createOAuthCommand } from './oauth-command.js';
import { OAuthError, secondFactorMissing, workspaceSuspended } from './oauth-error.js';
import { type Parameters, requireParameter } from './parameters.js';
import { createTokenResponse, type TokenResponse } from './token-response.js';

function refuseToken(): OAuthError {
  const message = 'The refresh token is unknown, used, revoked, expired, or belongs to another client.';
  return new OAuthError('invalid_grant', message);
}

/**
 * Returns the scopes of the new access token: all scopes of the grant, or the requested subset (RFC 6749, section 6).
 * Throws invalid_scope.
 */
function narrowScopes({ scopes }: Grant, scope: string | undefined): readonly string[] {
  if (scope === undefined) return scopes;
  const asked = [...new Set(scope.split(' ').filter((one) => one !== ''))];
  const granted = asked.filter(isScope).filter((one) => covers(scopes, one));
  if (asked.length === 0 || granted.length < asked.length) {
    throw new OAuthError('invalid_scope', 'The scope must not exceed the granted scopes.');
  }
  return granted;
}

/**
 * Returns the successor of a token. All requests with the token within ten seconds get the same successor, so that a
 * client that lost the response can repeat its request.
 */
async function rotate(context: Context, command: Command, token: RefreshToken, value: string): Promise<string> {
  const { grants, refreshTokens } = context;
  const successor = token.rotated_at === null ? await grants.refresh(command, token, value) : null;
  if (successor !== null) return successor;
  const exchanged = await refreshTokens.find(value);
  const repeated = exchanged && refreshTokens.repeatSuccessor(exchanged, value);
  if (!repeated) throw refuseToken();
  return repeated;
}

/** Serves `grant_type=refresh_token` (RFC 6749, section 6). Throws invalid_request, invalid_grant or invalid_scope. */
export async function refresh(
  context: Context,
  client: Client,
  parameters: Parameters,
  origin: Origin,
): Promise<TokenResponse> {
  const { refreshTokens, grants, clock } = context;
  const value = requireParameter(parameters, 'refresh_token');
  const token = await refreshTokens.find(value);
  if (token?.client_id !== client.id || token.expires_at <= clock()) throw refuseToken();
  const tenant = liveTenant(token.workspace_id);
  const command = createOAuthCommand(tenant, origin);
  // Two parties have the token, so the grant always ends, even if the request is otherwise invalid (RFC 9700, 4.14.2).
  if (isReplayed(token, clock())) {
    await grants.end(command, token.grant_id, 'replayed');
    throw refuseToken();
  }
  const found = await findGrantAccess(context, await grants.find(token.grant_id));
  if (!found) throw refuseToken();
  // The token remains valid, so that the app can continue after an operator has resumed the workspace, or the person
  // has set up a second factor.
  if (found.access.suspension !== null) throw workspaceSuspended(found.access.suspension);
  if (found.access.needsTwoFactor) throw secondFactorMissing();
  const scopes = narrowScopes(found.grant, parameters.get('scope'));
  const successor = await rotate(context, command, token, value);
  return createTokenResponse(context, found.grant, tenant.workspaceId, successor, scopes);
}
