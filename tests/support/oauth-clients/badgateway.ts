import { generateCodeVerifier, OAuth2Client } from '@badgateway/oauth2-client';
import { type ClientRun, required, type Subject } from './client-run.js';

/** Redeems a code with PKCE, refreshes, introspects and revokes with @badgateway/oauth2-client. */
export async function runBadgateway(subject: Subject): Promise<ClientRun> {
  const { base, clientId, clientSecret, redirectUri, scope } = subject;
  const client = new OAuth2Client({
    server: base,
    clientId,
    clientSecret,
    authorizationEndpoint: '/oauth/authorize',
    tokenEndpoint: '/oauth/token',
    introspectionEndpoint: '/oauth/introspect',
    revocationEndpoint: '/oauth/revoke',
  });
  const codeVerifier = await generateCodeVerifier();
  const state = 'a state';
  const asked = { redirectUri, codeVerifier, state, scope: scope.split(' ') };
  const callback = await subject.browse(new URL(await client.authorizationCode.getAuthorizeUri(asked)));
  const first = await client.authorizationCode.getTokenFromCodeRedirect(callback, { redirectUri, codeVerifier, state });
  const next = await client.refreshToken(first);
  const { active } = await client.introspect(next);
  await client.revoke(next);
  return {
    accessTokens: [first.accessToken, next.accessToken],
    refreshToken: required(next.refreshToken, 'refresh token'),
    scope: first.scope?.join(' '),
    wasActive: active,
    isRevoked: true,
  };
}
