import { hash, randomBytes, randomUUID } from 'node:crypto';
import {
  AdministrationServiceService as Administration,
  type CreateWorkspaceResponse,
  type RegisterClientRequest,
} from '@plotline/protos/plotline/auth/v1/administration';
import {
  type PersonIdentity,
  VerificationServiceService as Verification,
} from '@plotline/protos/plotline/auth/v1/verification';
import { expect } from 'chai';
import { type Auth, administration, authSettings, startAuth } from './auth.js';
import { cookieOf } from './auth-client.js';

export const issuer = authSettings.AUTH_BASE_URL;
export const redirectUri = 'https://portal.example/callback?from=plotline';

/** Person who is signed in and is an active agent in a workspace. */
export interface TestPerson {
  readonly workspace: CreateWorkspaceResponse;
  readonly agentId: string;
  readonly personId: string;
  readonly email: string;
  readonly cookie: string;
  readonly csrf: string;
}

export interface TestClient {
  readonly client_id: string;
  /** Empty for a public client. */
  readonly client_secret: string;
}

type Values = Readonly<Record<string, string>>;

export interface OAuthReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Parsed JSON has no static type. Tests assert its shape.
  readonly body: ReturnType<typeof JSON.parse>;
}

/** PKCE verifier and its challenge (RFC 7636). */
export function createPkce() {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = hash('sha256', verifier, 'base64url');
  return { verifier, request: { code_challenge: challenge, code_challenge_method: 'S256' } };
}

export function basic({ client_id, client_secret }: TestClient): Values {
  const encoded = [client_id, client_secret].map(encodeURIComponent).join(':');
  return { authorization: `Basic ${Buffer.from(encoded).toString('base64')}` };
}

async function toReply(response: Response): Promise<OAuthReply> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
}

/** Error in OAuth's format (RFC 6749, section 5.2). */
export function expectRefusal(
  { status, headers, body }: OAuthReply,
  code: string,
  expectedStatus = 400,
  title?: string,
): void {
  expect([status, body.error], title).to.deep.equal([expectedStatus, code]);
  expect(body).to.have.all.keys('success', 'error', 'error_description');
  expect(body.success).to.equal(false);
  // Characters that an error description may contain (RFC 6749, section 5.2).
  expect(body.error_description).to.match(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  expect(headers.get('cache-control')).to.equal('no-store');
}

/** Auth service used as an authorization server. */
export interface Authorization extends Auth {
  /** Creates a person who is an active agent of the given or a new workspace. */
  person(role?: string, workspace?: CreateWorkspaceResponse): Promise<TestPerson>;
  client(workspaceId: string, change?: Partial<RegisterClientRequest>): Promise<TestClient>;
  /** Sends GET /oauth/authorize with a valid request and the given changes. */
  authorize(client: TestClient, change?: Values, person?: TestPerson): Promise<OAuthReply>;
  /** Returns the redirect address after the person's decision. By default the person agrees. */
  decide(person: TestPerson, client: TestClient, change?: Values, form?: Values): Promise<URL>;
  /** Returns an authorization code that the person agreed to. */
  code(person: TestPerson, client: TestClient, change?: Values): Promise<string>;
  /** Sends a POST request with a form, or with JSON. */
  post(path: string, values: Values, options?: { headers?: Values; json?: boolean }): Promise<OAuthReply>;
  redeem(client: TestClient, code: string, change?: Values): Promise<OAuthReply>;
  refresh(client: TestClient, refreshToken: string, change?: Values): Promise<OAuthReply>;
  /** Returns the token endpoint's answer for a new grant. */
  tokens(person: TestPerson, client: TestClient, change?: Values): Promise<OAuthReply['body']>;
  verifyGrant(grantId: string, address?: string): Promise<PersonIdentity | undefined>;
}

export async function startAuthorization(): Promise<Authorization> {
  const auth = await startAuth();
  const { url, rpc } = auth;
  const send = async (path: string, init: RequestInit) =>
    toReply(await fetch(url + path, { redirect: 'manual', ...init }));
  const toRequest = ({ client_id }: TestClient, change: Values = {}) => {
    const sound = {
      response_type: 'code',
      client_id,
      redirect_uri: redirectUri,
      scope: 'read:leads',
      state: 'a state',
    };
    return new URLSearchParams({ ...sound, ...change });
  };

  const post: Authorization['post'] = (path, values, { headers = {}, json = false } = {}) =>
    send(path, {
      method: 'POST',
      headers: json ? { 'content-type': 'application/json', ...headers } : headers,
      body: json ? JSON.stringify(values) : new URLSearchParams(values),
    });

  const person: Authorization['person'] = async (role = 'agent', existing) => {
    const name = randomUUID();
    const workspace = existing ?? (await auth.workspace(`Employer ${name}`, 'professional', 'EUR'));
    const [agentId, email, password] = [`agent_${name}`, `${name}@example.com`, `password of ${name}`];
    await auth.agents.put(workspace.id, agentId, { role });
    const member = { workspace_id: workspace.id, email, name: 'Ada Lopez', agent_id: agentId, password };
    const { person_id } = await rpc(Administration.addMember, member, administration(workspace.id));
    const reply = await auth.ask('POST', '/auth/session', { body: { email, password } });
    const cookie = `plotline_session=${cookieOf(reply, 'plotline_session')}`;
    return { workspace, agentId, email, cookie, personId: person_id, csrf: reply.data.csrf_token };
  };

  const client: Authorization['client'] = (workspaceId, change) => {
    const registered = { redirect_uris: [redirectUri], scopes: ['read:leads', 'write:leads'], confidential: true };
    const request = { name: randomUUID(), request_id: randomUUID(), ...registered, ...change };
    return rpc(Administration.registerClient, { ...request, workspace_id: workspaceId }, administration(workspaceId));
  };

  const decide: Authorization['decide'] = async (who, asking, change, form = {}) => {
    const values = { csrf_token: who.csrf, decision: 'allow', workspace_id: who.workspace.id, ...form };
    const headers = { cookie: who.cookie };
    const { status, headers: answered } = await post(`/oauth/authorize?${toRequest(asking, change)}`, values, {
      headers,
    });
    const location = answered.get('location');
    if (status !== 303 || location === null) throw new Error(`expected a redirect, got ${status}`);
    return new URL(location, issuer);
  };

  const code: Authorization['code'] = async (...args) => {
    const to = await decide(...args);
    const found = to.searchParams.get('code');
    if (found === null) throw new Error(`expected a code, got ${to.search}`);
    return found;
  };

  const redeem: Authorization['redeem'] = (asking, value, change) => {
    const values = { grant_type: 'authorization_code', code: value, redirect_uri: redirectUri, ...asking, ...change };
    return post('/oauth/token', values);
  };

  return {
    ...auth,
    person,
    client,
    decide,
    code,
    post,
    redeem,
    authorize: (asking, change, who) =>
      send(`/oauth/authorize?${toRequest(asking, change)}`, { headers: who ? { cookie: who.cookie } : {} }),
    refresh: (asking, refreshToken, change) =>
      post('/oauth/token', { grant_type: 'refresh_token', refresh_token: refreshToken, ...asking, ...change }),
    tokens: async (who, asking, change) => {
      const reply = await redeem(asking, await code(who, asking, change));
      if (reply.status !== 200) throw new Error(`expected tokens, got ${reply.text}`);
      return reply.body;
    },
    verifyGrant: async (grantId, address = '') => {
      const context = { deadline: Date.now() + 10_000 };
      const { identity } = await rpc(Verification.verifyGrant, { grant_id: grantId, address }, context);
      return identity;
    },
  };
}
