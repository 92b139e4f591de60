import { isTree, textOf } from '../../../../support/contract/tree.js';
import type { Action, Actor } from './tenant.js';

const paths = {
  importLeads: '/v1/leads/import',
  importUnits: '/v1/units/import',
  importProperties: '/v1/properties/import',
} as const;

/** Dry runs of imports, which store nothing. Their workers are killed. */
export function createImportActions({ client, random }: Pick<Actor, 'client' | 'random'>): readonly Action[] {
  async function tryFile(): Promise<void> {
    const name = random.pick(['importLeads', 'importUnits', 'importProperties'] as const);
    const { data } = await client.call({
      name,
      method: 'POST',
      path: `${paths[name]}?dry_run=true`,
      // A single JSON object is valid JSON lines.
      body: { name: 'Tried alone' },
      headers: { 'content-type': 'application/jsonl' },
      hasKey: false,
      // 409 while 20 imports are waiting.
      expected: [202, 409],
    });
    const id = isTree(data) ? textOf(data.id) : undefined;
    if (!id) return;
    const path = `/v1/imports/${id}`;
    await client.call({ name: 'getImport', method: 'GET', path });
    await client.call({ name: 'listImportErrors', method: 'GET', path: `${path}/errors` });
    // Refused, because a dry run has nothing to undo.
    const undone = { path: `${path}/undo`, body: {}, hasKey: false, expected: [409] };
    await client.call({ name: 'undoImport', method: 'POST', ...undone });
    // 409 when the import has ended.
    const expected = [200, 409];
    await client.call({
      name: 'cancelImport',
      method: 'POST',
      path: `${path}/cancel`,
      body: {},
      hasKey: false,
      expected,
    });
  }

  const list = async () => {
    await client.call({ name: 'listImports', method: 'GET', path: '/v1/imports' });
  };
  /** Preview of a file before its import. */
  const look = async () => {
    const fields = '/v1/imports/fields?resource=leads';
    await client.call({ name: 'listImportFields', method: 'GET', path: fields });
    const body = { resource: 'leads', format: 'csv', text: 'name,email\nTried alone,tried@example.com\n' };
    await client.call({ name: 'previewImport', method: 'POST', path: '/v1/imports/preview', body, hasKey: false });
    await client.call({
      name: 'previewFile',
      method: 'POST',
      path: '/v1/imports/preview/file',
      // A JSON object is also one JSON line.
      body: { name: 'Tried alone' },
      headers: { 'content-type': 'application/jsonl' },
      hasKey: false,
    });
  };
  return [tryFile, list, look];
}
