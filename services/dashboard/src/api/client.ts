import createClient, { type Client } from 'openapi-fetch';
import type { paths as ApiPaths } from '../../gen/api.js';
import type { paths as AuthPaths } from '../../gen/auth.js';
import { createWorkspaceMiddleware, sessionMiddleware } from './middleware.js';
import type { Mode } from './mode.js';
import { ApiProblem } from './problem.js';
import { send } from './send.js';

export type ApiClient = Client<ApiPaths>;
export type AuthClient = Client<AuthPaths>;

/** The contract uses commas to separate the values of a list in a query. */
const querySerializer = { array: { style: 'form', explode: false } } as const;

const apiClients = new Map<string, ApiClient>();
const authClients = new Map<string, AuthClient>();

/** Returns the API client for a workspace in one mode. */
export function getApiClient(workspaceId: string, mode: Mode): ApiClient {
  const name = `${workspaceId} ${mode}`;
  const known = apiClients.get(name);
  if (known) return known;
  const client = createClient<ApiPaths>({ baseUrl: `${window.location.origin}/${mode}`, fetch: send, querySerializer });
  client.use(sessionMiddleware, createWorkspaceMiddleware(workspaceId));
  apiClients.set(name, client);
  return client;
}

/** Returns the auth client for resources of a workspace: keys, apps, the audit log, settings. */
export function getAuthClient(workspaceId: string): AuthClient {
  const known = authClients.get(workspaceId);
  if (known) return known;
  const client = createClient<AuthPaths>({ baseUrl: window.location.origin, fetch: send, querySerializer });
  client.use(sessionMiddleware, createWorkspaceMiddleware(workspaceId));
  authClients.set(workspaceId, client);
  return client;
}

/** Auth client for the person's own resources: session, password, second factor. */
export const personClient: AuthClient = createClient<AuthPaths>({
  baseUrl: window.location.origin,
  fetch: send,
  querySerializer,
});
personClient.use(sessionMiddleware);

/** Returns the body of a successful response. Any error response was already thrown by the session middleware. */
export async function readBody<T>(call: Promise<{ data?: T; response: Response }>): Promise<T> {
  const { data, response } = await call;
  if (data !== undefined) return data;
  throw new ApiProblem({
    status: response.status,
    code: 'INTERNAL_ERROR',
    message: 'The server sent an empty response.',
  });
}
