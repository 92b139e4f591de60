import { newId } from '@plotline/kit/core/ids';
import { connectDatabases } from '@plotline/kit/store/connection/connect';

const maxBatch = 1_000;

interface StoredUnit {
  readonly _id: string;
  readonly property_id: string;
  readonly status: string;
  readonly price: { readonly amount: number };
}

/**
 * Copies the units of a workspace, which were created through the API, up to a number. The copies have ids, names,
 * prices and times of their own, and are counted.
 */
export async function multiplyUnits(mongoUrl: string, workspaceId: string, size: number): Promise<number> {
  const databases = await connectDatabases({ url: mongoUrl, name: 'plotline_inventory', poolSize: 12 });
  try {
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
      for (const property_id of new Set(copies.map((copy) => copy.property_id))) {
        const counted = copies.filter((copy) => copy.property_id === property_id);
        const units_available = counted.filter(({ status }) => status === 'available').length;
        await databases.live
          .collection<{ _id: string }>('unit_counters')
          .updateOne({ _id: `${property_id}.0` }, { $inc: { units_count: counted.length, units_available } });
      }
      const counts: Record<string, number> = { 'counts.units_count': number };
      for (const { status } of copies) counts[`counts.${status}`] = (counts[`counts.${status}`] ?? 0) + 1;
      await databases.live
        .collection<{ _id: string; workspace_id: string }>('workspace_unit_counts')
        .updateOne(
          { _id: `${workspaceId}.0` },
          { $inc: counts, $setOnInsert: { workspace_id: workspaceId } },
          { upsert: true },
        );
      count += number;
    }
    return count;
  } finally {
    await databases.close();
  }
}
