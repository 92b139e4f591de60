import type { Context } from '../../context.js';
import { authenticateConfidentialClient } from './client-authentication.js';
import { type FoundToken, findToken } from './find-token.js';
import { findGrantAccess, type GrantAccess } from './grant-access.js';
import { requireParameter } from './parameters.js';
import type { Endpoint } from './serve-endpoint.js';

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}

function describe({ authUrl, audience }: Context, token: FoundToken, { grant, person }: GrantAccess): object {
  // Contains no `username`, because an app that may read leads may not learn the person's sign-in address.
  const common = { active: true, client_id: grant.client_id, sub: person.id, iss: authUrl };
  if (token.kind === 'refresh') {
    const { created_at, expires_at } = token.record;
    return { ...common, scope: grant.scopes.join(' '), iat: toSeconds(created_at), exp: toSeconds(expires_at) };
  }
  const { scope, iat, exp, jti } = token.claims;
  return { ...common, scope, token_type: 'Bearer', iat, exp, aud: audience, jti };
}

/**
 * Handles POST /oauth/introspect (RFC 7662), for confidential clients. If the token is invalid or belongs to another
 * client, the response only states that it isn't active.
 */
export function introspect(context: Context): Endpoint {
  return async (call) => {
    const client = await authenticateConfidentialClient(context, call);
    const token = await findToken(context, requireParameter(call.parameters, 'token'));
    const isOwn = token?.clientId === client.id;
    const isSpent = token?.kind === 'refresh' && token.record.rotated_at !== null;
    const found = isOwn && !isSpent ? await findGrantAccess(context, await context.grants.find(token.grantId)) : null;
    return token && found && !found.access.needsTwoFactor && !found.access.suspension
      ? describe(context, token, found)
      : { active: false };
  };
}
