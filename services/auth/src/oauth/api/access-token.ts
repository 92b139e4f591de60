import { newId } from '@plotline/kit/core/ids';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Context } from '../../context.js';
import type { Grant } from '../model/grant.js';
import { accessTokenSeconds, signingAlgorithm } from '../model/signing-key.js';

/** `typ` of access tokens (RFC 9068, 2.1). */
const type = 'at+jwt';

/** Claims of a verified access token. */
export interface AccessTokenClaims {
  readonly sub: string;
  readonly client_id: string;
  readonly scope: string;
  readonly grant_id: string;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
}

/**
 * Signs an access token (RFC 9068) for a grant. It is valid for an hour or until the grant ends. `scopes` is a subset
 * of the grant's scopes.
 */
export async function signAccessToken(
  { keyRing, clock, authUrl, audience }: Context,
  { id, client_id, person_id, expires_at }: Grant,
  workspaceId: string,
  scopes: readonly string[],
): Promise<{ readonly token: string; readonly expiresIn: number }> {
  const { kid, key } = await keyRing.current();
  const now = Math.floor(clock().getTime() / 1_000);
  const expires = Math.min(now + accessTokenSeconds, Math.floor(expires_at.getTime() / 1_000));
  const token = await new SignJWT({ client_id, scope: scopes.join(' '), grant_id: id, workspace_id: workspaceId })
    .setProtectedHeader({ alg: signingAlgorithm, kid, typ: type })
    .setIssuer(authUrl)
    .setAudience([...audience])
    .setSubject(person_id)
    .setIssuedAt(now)
    .setExpirationTime(expires)
    .setJti(newId('jti'))
    .sign(key);
  return { token, expiresIn: expires - now };
}

function toClaims({ sub, client_id, scope, grant_id, jti, iat, exp }: JWTPayload): AccessTokenClaims | null {
  const isSound =
    typeof sub === 'string' &&
    typeof client_id === 'string' &&
    typeof scope === 'string' &&
    typeof grant_id === 'string' &&
    typeof jti === 'string' &&
    typeof iat === 'number' &&
    typeof exp === 'number';
  return isSound ? { sub, client_id, scope, grant_id, jti, iat, exp } : null;
}

/** Verifies an access token. Resolves to its claims, or to null unless this server issued it and it hasn't expired. */
export async function verifyAccessToken(
  { keyRing, clock, authUrl, apiUrl }: Context,
  token: string,
): Promise<AccessTokenClaims | null> {
  try {
    const { payload } = await jwtVerify(token, await keyRing.verifier(), {
      algorithms: [signingAlgorithm],
      issuer: authUrl,
      audience: apiUrl,
      typ: type,
      currentDate: clock(),
    });
    return toClaims(payload);
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
