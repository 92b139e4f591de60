import createClient from 'openapi-fetch';
import { answerOf } from '../../api/client.js';
import { createWorkspaceMiddleware, sessionMiddleware } from '../../api/middleware.js';
import { send } from '../../api/send.js';
import type { Tenant } from '../../api/workspace.js';
import type { ChosenFile } from './import-file.js';
import type { ImportResource } from './imports.js';

/** What a mapping may name. */
export interface ImportField {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

/** What the server makes of the beginning of a file. */
export interface Preview {
  readonly columns: string[] | null;
  /** The field that each column is taken for. */
  readonly mapping: Record<string, string>;
  readonly rows: Record<string, unknown>[];
}

interface PreviewPaths {
  '/v1/imports/fields': {
    get: {
      parameters: { query: { resource: ImportResource } };
      responses: { 200: { content: { 'application/json': { data: ImportField[] } } } };
    };
  };
  '/v1/imports/preview': {
    post: {
      requestBody: { content: { 'application/json': { resource: ImportResource; text: string; format?: string } } };
      responses: { 200: { content: { 'application/json': { data: Preview } } } };
    };
  };
}

function createPreviewClient({ key: [workspaceId, mode] }: Tenant) {
  const client = createClient<PreviewPaths>({ baseUrl: `${window.location.origin}/${mode}`, fetch: send });
  client.use(sessionMiddleware, createWorkspaceMiddleware(workspaceId));
  return client;
}

export async function readImportFields(tenant: Tenant, resource: ImportResource): Promise<readonly ImportField[]> {
  const { data } = await answerOf(
    createPreviewClient(tenant).GET('/v1/imports/fields', { params: { query: { resource } } }),
  );
  return data;
}

export async function previewFile(
  tenant: Tenant,
  resource: ImportResource,
  { head, format }: ChosenFile,
): Promise<Preview> {
  const body = { resource, text: head, format };
  const { data } = await answerOf(createPreviewClient(tenant).POST('/v1/imports/preview', { body }));
  return data;
}
