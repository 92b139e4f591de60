import type { Mode } from '../../core/caller.js';
import type { Collection } from '../../store/records/collection.js';
import { findDerivedChanges, toUpdate } from '../../store/records/field-changes.js';
import type { Filter, Owned, Versioned } from '../../store/records/records.js';
import { type Correction, fromStart, type RebuildProgress, type Rebuilt } from './rebuild.js';
import { type RebuildOptions, rebuildRecords } from './rebuild-records.js';

type Stored<T> = T & { readonly derived?: Readonly<Record<string, unknown>> };

/** Everything of the record, the derived fields too. */
const whole = {} as const;

/**
 * Computes the derived fields of all records anew and stores those that differ, while others write. A record that is changed
 * meanwhile is read again. Its version stays, as no public field changes.
 */
export async function rebuildDerived<T extends Versioned>(
  collection: Collection<T>,
  mode: Mode,
  progress: RebuildProgress = fromStart,
  options: Pick<RebuildOptions<T>, 'maxBatch'> = {},
): Promise<Rebuilt> {
  const { derive } = collection;
  if (!derive) throw new Error(`${collection.declared.name} has no derived fields.`);
  const records = collection.acrossWorkspaces(mode);

  /** What was wrong with the record, after a write where that was needed; a dry run tells the same without the write. */
  async function mend(record: Stored<Owned<T>>): Promise<'right' | 'changed' | Correction> {
    const { derived = {}, ...own } = record;
    const changes = findDerivedChanges(derived, derive?.(record) ?? {});
    const update: Filter = toUpdate(changes);
    if (Object.keys(update).length === 0) return 'right';
    // The names alone: what is derived may be a person's name.
    const names = [...Object.keys(changes.set), ...Object.keys(changes.unset)].sort();
    const correction = { expected: 'what this version derives', found: `another ${names.join(', ')}` };
    if (progress.dryRun) return correction;
    return (await records.update({ _id: own.id, version: own.version }, update)) ? correction : 'changed';
  }

  async function correct(found: Stored<Owned<T>>): Promise<Correction | null> {
    let record: Stored<Owned<T>> | undefined = found;
    while (record) {
      const outcome = await mend(record);
      if (outcome !== 'changed') return outcome === 'right' ? null : outcome;
      [record] = await records.find({ _id: record.id }, { projection: whole });
    }
    return null;
  }

  return rebuildRecords(records, progress, { ...options, projection: whole, correct });
}
