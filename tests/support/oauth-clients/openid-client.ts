import * as client from 'openid-client';
import { type ClientRun, required, type Subject } from './client-run.js';

/** Redeems a code with PKCE, refreshes, introspects and revokes with openid-client, which checks `state` and `iss`. */
export async function runOpenidClient(subject: Subject): Promise<ClientRun> {
  const { issuer, clientId, clientSecret, redirectUri: redirect_uri, scope } = subject;
  const config = await client.discovery(
    new URL(issuer),
    clientId,
    clientSecret,
    client.ClientSecretBasic(clientSecret),
    {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
      [client.customFetch]: subject.fetch,
    },
  );
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const code_challenge = await client.calculatePKCECodeChallenge(pkceCodeVerifier);
  const expectedState = client.randomState();
  const request = { redirect_uri, scope, code_challenge, code_challenge_method: 'S256', state: expectedState };
  const callback = await subject.browse(client.buildAuthorizationUrl(config, request));
  const first = await client.authorizationCodeGrant(config, callback, { pkceCodeVerifier, expectedState });
  const next = await client.refreshTokenGrant(config, required(first.refresh_token, 'refresh token'));
  const refreshToken = required(next.refresh_token, 'refresh token');
  const { active } = await client.tokenIntrospection(config, next.access_token);
  await client.tokenRevocation(config, refreshToken);
  const accessTokens = [first.access_token, next.access_token] as const;
  return { accessTokens, refreshToken, scope: first.scope, wasActive: active, isRevoked: true };
}
