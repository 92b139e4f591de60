import type { components } from '../../../gen/api.js';
import { answerOf } from '../../api/client.js';
import type { Tenant } from '../../api/workspace.js';
import type { ChosenFile } from './import-file.js';
import type { ImportResource } from './imports.js';

export type ImportField = components['schemas']['ImportField'];
export type ImportPreview = components['schemas']['ImportPreview'];

/** What a mapping may name. */
export async function readImportFields({ api }: Tenant, resource: ImportResource): Promise<readonly ImportField[]> {
  return (await answerOf(api.GET('/v1/imports/fields', { params: { query: { resource } } }))).data;
}

/** What the server makes of the beginning of a file. */
export async function previewFile(
  { api }: Tenant,
  resource: ImportResource,
  { head, format }: ChosenFile,
): Promise<ImportPreview> {
  return (await answerOf(api.POST('/v1/imports/preview', { body: { resource, text: head, format } }))).data;
}
