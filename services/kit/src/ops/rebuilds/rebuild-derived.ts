import type { Mode } from '../../core/caller.js';
import type { Collection } from '../../store/records/collection.js';
import { findDerivedChanges, toUpdate } from '../../store/records/guarded-update.js';
import type { Filter, Owned, Versioned } from '../../store/records/records.js';
import { type Correction, fromStart, type RebuildProgress, type Rebuilt } from './rebuild.js';
import { type RebuildOptions, rebuildRecords } from './rebuild-records.js';

type Stored<T> = T & { readonly derived?: Readonly<Record<string, unknown>> };

/** Projection of the whole record, including derived fields. */
const whole = {} as const;

/**
 * Recomputes the derived fields of all records and stores those that differ, while others write. A record that changes
 * meanwhile is read again. The version stays, because no public field changes.
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

  /** Corrects the record and returns what was wrong with it; a dry run only returns that. */
  async function mend(record: Stored<Owned<T>>): Promise<'right' | 'changed' | Correction> {
    const { derived = {}, ...own } = record;
    const changes = findDerivedChanges(derived, derive?.(record) ?? {});
    const update: Filter = toUpdate(changes);
    if (Object.keys(update).length === 0) return 'right';
    // Only the names: a derived value may be a person's name.
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
