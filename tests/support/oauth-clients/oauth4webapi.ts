import * as oauth from 'oauth4webapi';
import { type ClientRun, required, type Subject } from './client-run.js';

/**
 * Redeems a code with PKCE, refreshes, introspects and revokes with oauth4webapi, which checks `state`, `iss` and the
 * JWT itself.
 */
export async function runOauth4webapi(subject: Subject): Promise<ClientRun> {
  const { issuer, redirectUri, scope } = subject;
  const options = { [oauth.allowInsecureRequests]: true, [oauth.customFetch]: subject.fetch };
  const discovered = await oauth.discoveryRequest(new URL(issuer), { ...options, algorithm: 'oauth2' });
  const server = await oauth.processDiscoveryResponse(new URL(issuer), discovered);
  const client: oauth.Client = { client_id: subject.clientId };
  const authentication = oauth.ClientSecretPost(subject.clientSecret);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(required(server.authorization_endpoint, 'authorization_endpoint'));
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  const callback = oauth.validateAuthResponse(server, client, await subject.browse(url), state);
  const codeGrant = [server, client, authentication, callback, redirectUri, verifier, options] as const;
  const answered = await oauth.authorizationCodeGrantRequest(...codeGrant);
  const first = await oauth.processAuthorizationCodeResponse(server, client, answered);
  const old = required(first.refresh_token, 'refresh token');
  const refreshed = await oauth.refreshTokenGrantRequest(server, client, authentication, old, options);
  const next = await oauth.processRefreshTokenResponse(server, client, refreshed);
  const refreshToken = required(next.refresh_token, 'refresh token');
  const asked = await oauth.introspectionRequest(server, client, authentication, next.access_token, options);
  const { active } = await oauth.processIntrospectionResponse(server, client, asked);
  const revoked = await oauth.revocationRequest(server, client, authentication, refreshToken, options);
  await oauth.processRevocationResponse(revoked);
  const accessTokens = [first.access_token, next.access_token] as const;
  return { accessTokens, refreshToken, scope: first.scope, wasActive: active, isRevoked: true };
}
