import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

export const issuer = 'http://127.0.0.1:28402';
export const audience = 'http://127.0.0.1:28400';
export const owner = { type: 'user', id: 'user_1', name: 'Bench', role: 'owner', agentId: 'agent_1' } as const;

/** Access token as the authorization server signs it, and the key set that verifies it. */
export async function createTokenFixture(): Promise<{ readonly token: string; readonly keys: readonly JWK[] }> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const claims = {
    client_id: 'app_01m7xy0ptf5zg1m2n3mdcqvf81',
    scope: 'read:leads write:leads read:properties read:agents',
    grant_id: 'grant_1',
    workspace_id: 'ws_1',
  };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'bench' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(owner.id)
    .setIssuedAt()
    .setExpirationTime('1h')
    .setJti('01m7xy0ptf5zg1m2n3mdcqvf81')
    .sign(privateKey);
  return { token, keys: [{ ...(await exportJWK(publicKey)), kid: 'bench', alg: 'ES256', use: 'sig' }] };
}
