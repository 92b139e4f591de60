import { answerOf } from '../../api/client.js';
import { createPlannedClients, type ImportField, type ImportPreview } from '../../api/planned.js';
import type { Tenant } from '../../api/workspace.js';
import type { ChosenFile } from './import-file.js';
import type { ImportResource } from './imports.js';

/** What a mapping may name. */
export async function readImportFields(tenant: Tenant, resource: ImportResource): Promise<readonly ImportField[]> {
  const { api } = createPlannedClients(tenant);
  return (await answerOf(api.GET('/v1/imports/fields', { params: { query: { resource } } }))).data;
}

/** What the server makes of the beginning of a file. */
export async function previewFile(
  tenant: Tenant,
  resource: ImportResource,
  { head, format }: ChosenFile,
): Promise<ImportPreview> {
  const { api } = createPlannedClients(tenant);
  return (await answerOf(api.POST('/v1/imports/preview', { body: { resource, text: head, format } }))).data;
}
