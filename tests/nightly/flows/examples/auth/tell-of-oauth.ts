import { newOAuthApp } from '../../../../support/oauth-app.js';
import type { TestPerson } from '../../../../support/person.js';
import { system } from '../../../../support/system.js';
import type { ExampleRecorder } from '../example-recorder.js';

/** Gives an app access, and removes the access. */
export async function tellOfOAuth(recorder: ExampleRecorder, owner: TestPerson, workspaceId: string): Promise<void> {
  const app = await newOAuthApp(owner, ['read:leads', 'write:leads']);
  await recorder.api.put(`/auth/apps/${app.id}`, { name: 'Portal sync' });
  const { clientId: client_id, clientSecret: client_secret, redirectUri: redirect_uri } = app;
  const client = { client_id, client_secret };
  // An app's requests have no session.
  const ask = async (path: string, status: number, summary: string, body: Readonly<Record<string, string>>) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(system().urls.auth + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer: unknown = await response.json();
    if (response.status !== status) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    recorder.keep('POST', path, { status, summary, body }, answer);
    return answer;
  };
  const newCode = () => app.code(owner, workspaceId, 'read:leads write:leads');
  const code = { ...client, grant_type: 'authorization_code', code: await newCode(), redirect_uri };
  await ask('/oauth/token', 200, 'For a code', code);
  await recorder.call('GET', '/auth/consents', { status: 200, summary: 'Where an app may' });
  const ofWorkspace = '/auth/workspace/consents';
  await recorder.call('GET', ofWorkspace, { status: 200, summary: 'What apps may do in the workspace' });
  await ask('/oauth/token', 400, 'The code was used', code);
  const { accessToken, refreshToken } = await app.redeem(await newCode());
  const refresh = { ...client, grant_type: 'refresh_token', refresh_token: refreshToken, scope: 'read:leads' };
  await ask('/oauth/token', 200, 'For a refresh token, with fewer scopes', refresh);
  await ask('/oauth/introspect', 200, 'A token that is good', { ...client, token: accessToken });
  await ask('/oauth/revoke', 200, 'Revoked', { ...client, token: accessToken });
  await ask('/oauth/introspect', 200, 'A token that is not good', { ...client, token: accessToken });
  for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/introspect']) {
    await ask(path, 400, 'A parameter is missing', client);
    const wrong = { ...client, client_secret: 'a secret of another app', token: 'x', grant_type: 'refresh_token' };
    await ask(path, 401, 'The secret is wrong', wrong);
  }
  await app.redeem(await newCode());
  const [consent] = (await recorder.api.get('/auth/consents')).records;
  await recorder.call('DELETE', `/auth/consents/${consent?.id}`, { status: 204, summary: 'Withdrawn' });
  await app.redeem(await newCode());
  const [granted] = (await recorder.api.get(ofWorkspace)).records;
  await recorder.call('DELETE', `${ofWorkspace}/${granted?.id}`, { status: 204, summary: 'Ended' });
  const metadata = '/.well-known/oauth-authorization-server';
  const answer: unknown = await (await fetch(system().urls.auth + metadata)).json();
  recorder.keep('GET', metadata, { status: 200, summary: 'The metadata' }, answer);
}
