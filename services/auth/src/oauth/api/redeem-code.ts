import type { Owned } from '@plotline/kit/store/records/records';
import type { Context } from '../../context.js';
import { findAccessTo } from '../../directory/api/access.js';
import { liveTenant } from '../../directory/store/tenants.js';
import type { Origin } from '../../sessions/api/origin.js';
import type { AuthorizationCode } from '../model/authorization-code.js';
import type { Client } from '../model/client.js';
import { createOAuthCommand } from './oauth-command.js';
import { OAuthError, secondFactorMissing, workspaceSuspended } from './oauth-error.js';
import { type Parameters, requireParameter } from './parameters.js';
import { assertVerifier } from './pkce.js';
import { createTokenResponse, type TokenResponse } from './token-response.js';

function refuseCode(): OAuthError {
  return new OAuthError('invalid_grant', 'The code is unknown, used, expired, or belongs to another client.');
}

/** Ends the grant of a code that was used before, because a thief may have made either request (RFC 6749, 4.1.2). */
async function refuseReplay({ grants }: Context, code: Owned<AuthorizationCode>, origin: Origin): Promise<OAuthError> {
  const grant = await grants.find(code.grant_id);
  if (grant) await grants.end(createOAuthCommand(liveTenant(code.workspace_id), origin), grant.id, 'replayed');
  return refuseCode();
}

/** Serves `grant_type=authorization_code` (RFC 6749, 4.1.3). Throws invalid_request or invalid_grant. */
export async function redeemCode(
  context: Context,
  client: Client,
  parameters: Parameters,
  origin: Origin,
): Promise<TokenResponse> {
  const { codes, grants, people, clock } = context;
  const code = await codes.find(requireParameter(parameters, 'code'));
  const redirectUri = requireParameter(parameters, 'redirect_uri');
  if (code?.client_id !== client.id) throw refuseCode();
  if (code.redeemed_at) throw await refuseReplay(context, code, origin);
  if (code.expires_at <= clock()) throw refuseCode();
  if (code.redirect_uri !== redirectUri) {
    throw new OAuthError('invalid_grant', 'The redirect_uri must match the authorization request.');
  }
  assertVerifier(code.code_challenge, parameters.get('code_verifier'));
  const person = await people.get(code.person_id);
  const access = person && (await findAccessTo(context, person, code.workspace_id, code.created_at));
  if (!access) throw new OAuthError('invalid_grant', 'The person no longer has access to the workspace.');
  if (access.suspension !== null) throw workspaceSuspended(access.suspension);
  if (access.needsTwoFactor) throw secondFactorMissing();
  const redeemed = await grants.redeem(createOAuthCommand(liveTenant(code.workspace_id), origin), code);
  if (!redeemed) throw await refuseReplay(context, code, origin);
  return createTokenResponse(context, redeemed.grant, code.workspace_id, redeemed.refreshToken);
}
