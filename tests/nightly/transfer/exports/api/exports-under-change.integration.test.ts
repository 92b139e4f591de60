import { expect } from 'chai';
import { useFixture } from '../../../../support/use-fixture.js';
import { finishExport, follow } from '../../../../transfer/support/finished-export.js';
import { startTransferBesideInventory } from '../../../../transfer/support/transfer-beside-inventory.js';

describe('exports while records change', () => {
  const fixture = useFixture(startTransferBesideInventory);
  const transfer = () => fixture().transfer;
  const units = { resource: 'units', format: 'json' };

  async function read(link: string): Promise<string> {
    const response = await follow(transfer(), link);
    expect(response.status).to.equal(200);
    return response.text();
  }

  it('show one snapshot of the records while other requests change them', async () => {
    const as = { workspaceId: 'ws_moment' };
    const { inventory } = fixture();
    const { id: property_id } = await inventory.property({}, as);
    const price = { amount: 1, currency: 'EUR' };
    const ids: Record<'available' | 'sold', string[]> = { available: [], sold: [] };
    for (const status of ['available', 'sold'] as const) {
      for (let batch = 0; batch < 6; batch += 1) {
        const rows = Array.from({ length: 100 }, (_, n) => ({
          property_id,
          name: `${status} ${batch} ${n}`,
          status,
          price,
        }));
        const { body } = await inventory.request('POST', '/v1/units/bulk', { body: { units: rows }, as });
        ids[status].push(...body.map((unit: { id: string }) => unit.id));
      }
    }
    const { live } = inventory.runtime.databases;
    const stored = live.collection<{ _id: string; status: string }>('units');
    let isDone = false;
    let swaps = 0;
    // One transaction swaps the statuses of two units, one of each status. So both numbers are always equal.
    const swap = async () => {
      for (; !isDone; swaps += 1) {
        const [one = '', other = ''] = [ids.available[swaps % 600], ids.sold[(swaps * 7) % 600]];
        await live.transaction(async (session) => {
          const found = await stored.find({ _id: { $in: [one, other] } }, { session }).toArray();
          if (new Set(found.map(({ status }) => status)).size < 2) return;
          const swapped = found.map(({ _id, status }) => ({ _id, status: status === 'sold' ? 'available' : 'sold' }));
          for (const { _id, status } of swapped) await stored.updateOne({ _id }, { $set: { status } }, { session });
        });
      }
    };
    const swapping = swap();
    try {
      for (let round = 0; round < 3; round += 1) {
        const { url } = await finishExport(transfer(), { ...units, format: 'jsonl' }, as);
        const records = (await read(url)).trimEnd().split('\n');
        expect(records).to.have.length(1_200);
        expect(records.filter((record) => JSON.parse(record).status === 'available')).to.have.length(600);
      }
    } finally {
      isDone = true;
      await swapping;
    }
    expect(swaps).to.be.greaterThan(10);
  });
});
