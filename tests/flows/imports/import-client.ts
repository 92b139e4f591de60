import { expect } from 'chai';
import type { ApiAnswer, ApiRecord } from '../../support/api-client.js';
import { eventually } from '../../support/eventually.js';
import type { TestWorkspace } from '../../support/workspace.js';

/** Results of an import's rows. */
export type Rows = Readonly<
  Record<'total' | 'processed' | 'created' | 'updated' | 'unchanged' | 'failed', number | null>
>;

export function rowsOf(record: ApiRecord): Rows {
  return Object(record['rows']);
}

/** Sends a file as the body of a request. */
export function sendFile(
  { api }: TestWorkspace,
  path: string,
  content: string | Uint8Array,
  contentType = 'text/csv',
): Promise<ApiAnswer> {
  const body = typeof content === 'string' ? content : new Uint8Array(content);
  return api.call('POST', path, { body, headers: { 'content-type': contentType } });
}

/** Returns the record of a job once the job has ended, with any outcome. */
export async function waitForEnd({ api }: TestWorkspace, path: string): Promise<ApiRecord> {
  return eventually(async () => {
    const { record } = await api.get(path);
    expect(record['status']).to.be.oneOf(['completed', 'failed', 'cancelled']);
    return record;
  }, 120_000);
}

/** Sends a file and resolves to the import once it has ended. */
export async function importFile(
  workspace: TestWorkspace,
  path: string,
  content: string | Uint8Array,
  contentType?: string,
): Promise<ApiRecord> {
  const answer = await sendFile(workspace, path, content, contentType);
  expect(answer.status, answer.text).to.equal(202);
  return waitForEnd(workspace, `/v1/imports/${answer.record.id}`);
}

/** Lists an import's failed rows, with the row number and the field of the first error. */
export async function listFailures({ api }: TestWorkspace, id: string): Promise<(readonly [unknown, unknown])[]> {
  const { body } = await api.get(`/v1/imports/${id}/errors?per_page=100`);
  const rows: readonly Readonly<Record<string, unknown>>[] = Object(body).data;
  return rows.map(({ row, field }) => [row, field] as const);
}

/** Returns the text of a file that the API returns. */
export async function download({ api, key }: TestWorkspace, path: string): Promise<string> {
  const response = await fetch(api.base + path, { headers: { authorization: `Bearer ${key}` } });
  expect(response.status).to.equal(200);
  return response.text();
}
