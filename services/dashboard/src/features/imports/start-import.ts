import { readBody } from '../../api/client.js';
import { getIdempotencyKey } from '../../api/idempotency-keys.js';
import type { Tenant } from '../../api/workspace.js';
import { type ColumnMapping, toMappingParameter } from './column-mapping.js';
import type { Import, ImportResource } from './import-queries.js';
import { type ReadingOptions, toParameters } from './reading-options.js';

export interface ImportChoices {
  readonly resource: ImportResource;
  readonly mode: Import['mode'];
  /** Option that applies only to leads. */
  readonly onDuplicate: NonNullable<Import['on_duplicate']>;
  /** Undefined to let the server guess. */
  readonly mapping: ColumnMapping | undefined;
  readonly reading: ReadingOptions;
}

/** A file as it is uploaded. */
export interface UploadedFile {
  /** Distinguishes the file from other files, so that a repeated request can be recognized. */
  readonly id: string;
  readonly content: Blob;
  readonly contentType: string;
  /** Sheet of a workbook. */
  readonly sheet?: string | undefined;
}

/** Uploads the file for a check or an import. Either one then runs in the background. */
export async function startImport(
  { api, key }: Tenant,
  { id: fileId, content, contentType, sheet }: UploadedFile,
  choices: ImportChoices,
  isDryRun: boolean,
): Promise<Import> {
  const { resource, mode, onDuplicate, mapping, reading } = choices;
  const mapped = mapping === undefined ? {} : { mapping: toMappingParameter(mapping) };
  const query = { mode, dry_run: isDryRun, ...mapped, sheet, ...toParameters(reading) };
  // Without this key, the client would use a digest of the whole file, and would have to read the file for it.
  const idempotencyKey = await getIdempotencyKey(JSON.stringify([key, fileId, choices, isDryRun]));
  const headers = { 'content-type': contentType, 'idempotency-key': idempotencyKey };
  // The generated type of the body is a string. The serializer passes the file itself on, and the browser streams it.
  const file = { body: '', bodySerializer: () => content, headers };
  if (resource === 'leads') {
    const params = { query: { ...query, on_duplicate: onDuplicate } };
    return (await readBody(api.POST('/v1/leads/import', { params, ...file }))).data;
  }
  const path = resource === 'units' ? '/v1/units/import' : '/v1/properties/import';
  return (await readBody(api.POST(path, { params: { query }, ...file }))).data;
}
