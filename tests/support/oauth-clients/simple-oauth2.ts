import { AuthorizationCode, type ModuleOptions } from 'simple-oauth2';
import { type ClientRun, required, type Subject } from './client-run.js';

/** Redeems a code, refreshes and revokes with simple-oauth2. `options` set the body format and the authentication. */
export async function runSimpleOauth2(
  { base, clientId, clientSecret, redirectUri, scope, browse }: Subject,
  options: NonNullable<ModuleOptions['options']>,
): Promise<ClientRun> {
  const auth = {
    tokenHost: base,
    tokenPath: '/oauth/token',
    authorizePath: '/oauth/authorize',
    revokePath: '/oauth/revoke',
  };
  const client = new AuthorizationCode({ client: { id: clientId, secret: clientSecret }, auth, options });
  const url = client.authorizeURL({ redirect_uri: redirectUri, scope, state: 'a state' });
  const code = required((await browse(new URL(url))).searchParams.get('code'), 'code');
  const first = await client.getToken({ code, redirect_uri: redirectUri });
  const next = await first.refresh();
  await next.revoke('refresh_token');
  const read = (token: typeof first, name: string) => required(String(token.token[name] ?? ''), name);
  return {
    accessTokens: [read(first, 'access_token'), read(next, 'access_token')],
    refreshToken: read(next, 'refresh_token'),
    scope: read(first, 'scope'),
    isRevoked: true,
  };
}
