import type { components } from '../../../../gen/api.js';
import { readBody } from '../../../api/client.js';
import type { Tenant } from '../../../api/workspace.js';

export type FileBeginning = components['schemas']['ImportFileBeginning'];

/** Lets the server read the start of a file: the sheets of a workbook, or the charset of a text file. */
export async function readBeginning(
  { api }: Tenant,
  content: Blob,
  mediaType: string,
  sheet?: string,
): Promise<FileBeginning> {
  // Without this key, the client would use a digest of the whole file. The server needs no key here, because it stores
  // nothing.
  const headers = { 'content-type': mediaType, 'idempotency-key': crypto.randomUUID() };
  const params = { query: sheet === undefined ? {} : { sheet } };
  // The generated type of the body is a string. The serializer passes the file itself on, and the browser streams it.
  const file = { body: '', bodySerializer: () => content, headers };
  return (await readBody(api.POST('/v1/imports/preview/file', { params, ...file }))).data;
}
