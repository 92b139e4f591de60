import type { Context } from '../../context.js';
import type { Grant } from '../model/grant.js';
import { signAccessToken } from './access-token.js';

/** The response of the token endpoint (RFC 6749, 5.1). */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/** Creates the response with an access token for some scopes of the grant, and a refresh token for all its scopes. */
export async function createTokenResponse(
  context: Context,
  grant: Grant,
  workspaceId: string,
  refreshToken: string,
  scopes: readonly string[] = grant.scopes,
): Promise<TokenResponse> {
  const { token, expiresIn } = await signAccessToken(context, grant, workspaceId, scopes);
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: expiresIn,
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  };
}
