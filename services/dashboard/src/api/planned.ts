import createClient, { type Client } from 'openapi-fetch';
import { createWorkspaceMiddleware, sessionMiddleware } from './middleware.js';
import { send } from './send.js';
import type { Tenant } from './workspace.js';

type Json<T> = { content: { 'application/json': T } };
type Answer<T> = { 200: Json<{ data: T }> };

/** What a mapping of an import may name. */
export interface ImportField {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** What the server makes of the beginning of a file. */
export interface ImportPreview {
  format: 'csv' | 'jsonl' | 'xml';
  columns: string[];
  /** The field that each column is taken for. */
  mapping: Record<string, string>;
  rows: Record<string, unknown>[];
}

export interface UnreadNotifications {
  readonly count: number;
  readonly read_until: string | null;
}

export interface DeletionRequest {
  readonly reason: string | null;
  readonly requested_by: { readonly id: string; readonly name: string };
  readonly requested_at: string;
  readonly due_at: string;
}

interface NewDeletionRequest {
  readonly current_password: string;
  readonly code?: string;
  readonly reason?: string;
}

interface ApiPaths {
  '/v1/imports/fields': {
    get: { parameters: { query: { resource: string } }; responses: Answer<ImportField[]> };
  };
  '/v1/imports/preview': {
    post: { requestBody: Json<{ resource: string; text: string; format: string }>; responses: Answer<ImportPreview> };
  };
  '/v1/notifications/unread': { get: { responses: Answer<UnreadNotifications> } };
  '/v1/notifications/read': { post: { requestBody: Json<{ until?: string }>; responses: Answer<UnreadNotifications> } };
}

interface AuthPaths {
  '/auth/workspace': { get: { responses: Answer<{ deletion_request?: DeletionRequest | null }> } };
  '/auth/workspace/deletion-request': {
    post: { requestBody: Json<NewDeletionRequest>; responses: { 201: Json<{ data: DeletionRequest }> } };
    delete: { responses: { 204: { content?: never } } };
  };
}

/** Clients of operations that the contract will have; their types are written by hand until then. */
export function createPlannedClients({ key: [workspaceId, mode] }: Tenant): {
  api: Client<ApiPaths>;
  auth: Client<AuthPaths>;
} {
  const { origin } = window.location;
  const api = createClient<ApiPaths>({ baseUrl: `${origin}/${mode}`, fetch: send });
  const auth = createClient<AuthPaths>({ baseUrl: origin, fetch: send });
  api.use(sessionMiddleware, createWorkspaceMiddleware(workspaceId));
  auth.use(sessionMiddleware, createWorkspaceMiddleware(workspaceId));
  return { api, auth };
}
