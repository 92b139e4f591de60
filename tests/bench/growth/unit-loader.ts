import type { UnitStatus } from '@plotline/inventory/units/model/unit';
import { UnitCounters } from '@plotline/inventory/units/store/unit-counters';
import { newId } from '@plotline/kit/core/ids';
import { connectDatabases } from '@plotline/kit/store/connection/connect';
import { Collection } from '@plotline/kit/store/records/collection';
import { runInTransaction } from '@plotline/kit/store/transactions/transaction';

const maxBatch = 1_000;
const countTimeoutMs = 30_000;

interface StoredUnit {
  readonly _id: string;
  readonly property_id: string;
  readonly status: UnitStatus;
  readonly price: { readonly amount: number };
}

/**
 * Copies a workspace's units, which were created through the API, until it has the given number. The copies have their
 * own ids, names, prices and times. The counters include them.
 */
export async function multiplyUnits(mongoUrl: string, workspaceId: string, size: number): Promise<number> {
  const databases = await connectDatabases({ url: mongoUrl, name: 'plotline_inventory', poolSize: 12 });
  try {
    const counters = new UnitCounters({ collection: (options) => new Collection(databases, options) });
    const units = databases.live.collection<StoredUnit>('units');
    const originals = await units.find({ workspace_id: workspaceId }).toArray();
    let count = originals.length;
    while (count < size && originals.length > 0) {
      const number = Math.min(maxBatch, size - count);
      const copies = Array.from({ length: number }, (_, place) => {
        const original = originals[(count + place) % originals.length];
        if (!original) throw new Error('There is no unit.');
        const at = new Date(Date.now() - (size - count - place) * 1_000);
        const price = { ...original.price, amount: original.price.amount + ((count + place) % 997) };
        return {
          ...original,
          _id: newId('unit'),
          name: `Unit ${count + place}`,
          price,
          created_at: at,
          updated_at: at,
        };
      });
      await units.insertMany(copies, { ordered: false });
      const changes = copies.map((after) => ({ before: null, after }));
      await runInTransaction(databases.live, Date.now() + countTimeoutMs, (session) =>
        counters.apply({ workspaceId, mode: 'live' }, changes, session),
      );
      count += number;
    }
    return count;
  } finally {
    await databases.close();
  }
}
