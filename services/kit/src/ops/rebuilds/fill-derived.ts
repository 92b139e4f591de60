import type { MigrationContext } from '../../service/migrate.js';
import { WritableRecords } from '../../store/records/collection.js';
import { findDerivedChanges, toUpdate } from '../../store/records/guarded-update.js';
import { type CollectionOptions, createModel } from '../../store/records/record-model.js';
import type { Owned, Versioned } from '../../store/records/records.js';

/** Records that are read and written together. */
const maxBatch = 500;
/** The progress is logged after this many records. */
const logEvery = 10_000;

type Stored<T> = Owned<T> & { readonly derived?: Readonly<Record<string, unknown>> };

/** Collection whose records get derived fields. */
export type FilledCollection<T> = Required<Pick<CollectionOptions<T>, 'name' | 'schema' | 'derive'>>;

/**
 * Stores the derived fields of a new version, in a migration: the previous version serves meanwhile, and the version of
 * a record stays. A record that the previous version writes later keeps outdated ones until the rebuild after the
 * roll-out. Repeated after an interruption, it reads on where the fields differ.
 */
export async function fillDerived<T extends Versioned>(
  { database, mode, log }: MigrationContext,
  { name, schema, derive }: FilledCollection<T>,
): Promise<void> {
  // The migration job has declared a model with the name of the collection.
  const model = createModel(database, `${name}_to_fill`, schema, name);
  const records = new WritableRecords<Stored<T>>({ model, derive, hints: new Map() }, {});
  let [after, checked, filled] = ['', 0, 0];
  for (;;) {
    const batch = await records.find({ _id: { $gt: after } }, { projection: {}, sort: { _id: 1 }, limit: maxBatch });
    const last = batch.at(-1);
    if (!last) break;
    const updates = batch.flatMap((record) => {
      const update = toUpdate(findDerivedChanges(record.derived ?? {}, derive(record)));
      return Object.keys(update).length === 0 ? [] : [{ filter: { _id: record.id, version: record.version }, update }];
    });
    // Records that changed meanwhile are read again.
    if ((await records.updateEach(updates)) < updates.length) continue;
    after = last.id;
    const isMilestone = Math.floor((checked + batch.length) / logEvery) > Math.floor(checked / logEvery);
    checked += batch.length;
    filled += updates.length;
    if (isMilestone) log.info({ mode, collection: name, checked, filled }, 'filling derived fields');
  }
  log.info({ mode, collection: name, checked, filled }, 'derived fields filled');
}
