import type { Context } from '../../context.js';
import { authenticateClient } from './client-authentication.js';
import { OAuthError } from './oauth-error.js';
import { requireParameter } from './parameters.js';
import { redeemCode } from './redeem-code.js';
import { refresh } from './refresh.js';
import type { Endpoint } from './serve-endpoint.js';

/** POST /oauth/token (RFC 6749, 3.2). */
export function token(context: Context): Endpoint {
  return async (call) => {
    const { parameters, origin } = call;
    const client = await authenticateClient(context, call);
    const grantType = requireParameter(parameters, 'grant_type');
    if (grantType === 'authorization_code') return redeemCode(context, client, parameters, origin);
    if (grantType === 'refresh_token') return refresh(context, client, parameters, origin);
    throw new OAuthError('unsupported_grant_type', 'The grant_type must be one of: authorization_code, refresh_token.');
  };
}
