import { isTree, textOf } from '../../../../support/contract/tree.js';
import type { Action, Actor } from './tenant.js';

/** Exports whose workers are killed, and the feed, which is created, changed and deleted. */
export function createExportActions({ client, random }: Pick<Actor, 'client' | 'random'>): readonly Action[] {
  async function exportRecords(): Promise<void> {
    const body = {
      resource: random.pick(['leads', 'units', 'properties', 'agents', 'deals', 'invoices', 'commissions']),
      format: random.pick(['csv', 'json', 'jsonl']),
    };
    const { data } = await client.call({
      name: 'createExport',
      method: 'POST',
      path: '/v1/exports',
      body,
      // 409 while 20 exports are waiting.
      expected: [202, 409],
    });
    const id = isTree(data) ? textOf(data.id) : undefined;
    if (!id) return;
    const path = `/v1/exports/${id}`;
    await client.call({ name: 'getExport', method: 'GET', path });
    // 409 when the export has ended.
    const expected = [200, 409];
    const gone = `${path}/cancel`;
    await client.call({ name: 'cancelExport', method: 'POST', path: gone, body: {}, hasKey: false, expected });
  }

  const list = async () => {
    await client.call({ name: 'listExports', method: 'GET', path: '/v1/exports' });
  };

  async function openAndCloseFeed(): Promise<void> {
    const path = '/v1/feed';
    const { data } = await client.call({ name: 'rotateFeed', method: 'POST', path, body: {} });
    if (!isTree(data)) return;
    await client.call({ name: 'getFeed', method: 'GET', path });
    await client.call({ name: 'getFeedHealth', method: 'GET', path: `${path}/health` });
    // 404 if the deletion is repeated after its answer was lost.
    await client.call({ name: 'deleteFeed', method: 'DELETE', path, expected: [204, 404] });
  }

  return [exportRecords, list, openAndCloseFeed];
}
