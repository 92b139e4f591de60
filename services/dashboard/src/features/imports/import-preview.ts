import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import type { Tenant } from '../../api/workspace.js';
import type { ChosenFile } from './import-file.js';
import type { ImportResource } from './import-queries.js';

export type ImportField = components['schemas']['ImportField'];
export type ImportPreview = components['schemas']['ImportPreview'];

/** Reads the fields that columns can be matched to. */
export async function readImportFields({ api }: Tenant, resource: ImportResource): Promise<readonly ImportField[]> {
  return (await readBody(api.GET('/v1/imports/fields', { params: { query: { resource } } }))).data;
}

/** Lets the server parse the start of a file and guess its mapping. */
export async function previewFile(
  { api }: Tenant,
  resource: ImportResource,
  { head, format }: ChosenFile,
): Promise<ImportPreview> {
  const options = { mode: 'create', number_format: 'auto', date_order: 'auto' } as const;
  const body = { resource, text: head, format, ...options };
  return (await readBody(api.POST('/v1/imports/preview', { body }))).data;
}
