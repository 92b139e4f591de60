import { randomUUID } from 'node:crypto';
import { computeCsrfToken } from '@plotline/kit/http/cookies';
import { isTree } from './contract/tree.js';
import type { Subject } from './oauth-clients/client-run.js';
import type { TestPerson } from './person.js';
import { system } from './system.js';

/** App registered with the running system, and its users. */
export interface OAuthApp extends Pick<Subject, 'clientId' | 'clientSecret' | 'redirectUri'> {
  readonly id: string;
  /** Gives consent in the browser, and resolves to the redirect address. */
  agree(person: TestPerson, workspaceId: string, authorizationUrl: URL): Promise<URL>;
  /** Returns an authorization code for the scope that the person agreed to. */
  code(person: TestPerson, workspaceId: string, scope: string): Promise<string>;
  /** Answer from the token endpoint. */
  token(values: Readonly<Record<string, string>>): Promise<TokenAnswer>;
  redeem(code: string): Promise<TokenAnswer>;
  refresh(refreshToken: string): Promise<TokenAnswer>;
}

export interface TokenAnswer {
  readonly status: number;
  /** Empty if the request was refused. */
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly error: string | undefined;
}

const redirectUri = 'http://localhost:3000/callback';

function readText(answer: unknown, name: string): string {
  const value: unknown = isTree(answer) ? answer[name] : undefined;
  return typeof value === 'string' ? value : '';
}

async function register(owner: TestPerson, scopes: readonly string[], confidential: boolean) {
  const response = await fetch(`${system().urls.auth}/auth/apps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
    body: JSON.stringify({ name: `App ${randomUUID()}`, redirect_uris: [redirectUri], scopes, confidential }),
  });
  const answer: unknown = await response.json();
  if (response.status !== 201) throw new Error(`An app was not registered: ${JSON.stringify(answer)}`);
  const data = isTree(answer) ? answer.data : undefined;
  return { clientId: readText(data, 'id'), clientSecret: readText(data, 'client_secret') };
}

/** Registers an app as the owner of a workspace does. A public app has an empty secret. */
export async function newOAuthApp(
  owner: TestPerson,
  scopes: readonly string[],
  confidential = true,
): Promise<OAuthApp> {
  const { clientId, clientSecret } = await register(owner, scopes, confidential);
  const base = system().urls.auth;
  const agree: OAuthApp['agree'] = async ({ token }, workspaceId, { search }) => {
    const response = await fetch(`${base}/oauth/authorize${search}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: `plotline_session=${token}`, origin: base },
      body: new URLSearchParams({
        csrf_token: computeCsrfToken(token),
        decision: 'allow',
        workspace_id: workspaceId,
      }),
    });
    const location = response.headers.get('location');
    if (response.status !== 303 || !location) throw new Error(`Consent answered ${response.status}.`);
    return new URL(location);
  };
  const token: OAuthApp['token'] = async (values) => {
    const response = await fetch(`${base}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...values }),
    });
    const answer: unknown = await response.json();
    const [accessToken, refreshToken] = [readText(answer, 'access_token'), readText(answer, 'refresh_token')];
    return { status: response.status, accessToken, refreshToken, error: readText(answer, 'error') || undefined };
  };
  return {
    id: clientId,
    clientId,
    clientSecret,
    redirectUri,
    agree,
    token,
    code: async (person, workspaceId, scope) => {
      const request = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
        state: 'a state',
      };
      const back = await agree(person, workspaceId, new URL(`${base}/oauth/authorize?${new URLSearchParams(request)}`));
      const code = back.searchParams.get('code');
      if (!code) throw new Error(`Consent answered ${back.search}.`);
      return code;
    },
    redeem: (code) => token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    refresh: (refreshToken) => token({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  };
}
