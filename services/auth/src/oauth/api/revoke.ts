import type { Context } from '../../context.js';
import { liveTenant } from '../../directory/store/tenants.js';
import { authenticateClient } from './client-authentication.js';
import { findToken } from './find-token.js';
import { createOAuthCommand } from './oauth-command.js';
import { OAuthError } from './oauth-error.js';
import { requireParameter } from './parameters.js';
import type { Endpoint } from './serve-endpoint.js';

/**
 * Handles POST /oauth/revoke (RFC 7009). An access or refresh token ends the whole grant. Responds with 200 for an
 * unknown token, which is as useless as a revoked one. Responds with invalid_grant for another client's token.
 */
export function revoke(context: Context): Endpoint {
  const { grants } = context;
  return async (call) => {
    const client = await authenticateClient(context, call);
    const token = await findToken(context, requireParameter(call.parameters, 'token'));
    if (!token) return {};
    if (token.clientId !== client.id) throw new OAuthError('invalid_grant', 'The token belongs to another client.');
    const grant = await grants.find(token.grantId);
    if (grant) await grants.end(createOAuthCommand(liveTenant(grant.workspace_id), call.origin), grant.id, 'revoked');
    return {};
  };
}
