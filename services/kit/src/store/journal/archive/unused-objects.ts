import type { Mode } from '../../../core/caller.js';
import type { ArchivingOptions } from './archive-entries.js';
import { type ArchivedBlock, type ArchiveObject, archivedBlocks, archiveObjects } from './archived-block.js';

/** Interval between two checks of an object, which is much longer than an object takes to be written. */
const checkIntervalMs = 86_400_000;
const maxBatch = 200;

/**
 * Removes the objects of which no block is left because all their records were erased, and those of interrupted
 * batches. Looks at each object once a day, `maxBatch` at a time. Resolves to whether there are more to look at.
 */
export async function removeUnusedObjects(
  { databases, bucket }: Omit<ArchivingOptions, 'days'>,
  mode: Mode,
  now: Date,
): Promise<boolean> {
  const objects = databases[mode].collection<ArchiveObject>(archiveObjects.name);
  const blocks = databases[mode].collection<ArchivedBlock>(archivedBlocks.name);
  const due = { checked_at: { $lt: new Date(now.getTime() - checkIntervalMs) } };
  const found = await objects.find(due, { sort: { checked_at: 1 }, limit: maxBatch, hint: 'unchecked' }).toArray();
  for (const { _id } of found) {
    const used = await blocks.findOne({ object: _id }, { projection: { _id: 1 }, hint: 'object' });
    if (used) await objects.updateOne({ _id }, { $set: { checked_at: now } });
    else {
      // The object goes first, so that its record remains if the bucket refuses.
      await bucket.remove(_id);
      await objects.deleteOne({ _id });
    }
  }
  return found.length === maxBatch;
}
