import type { ClientSession } from 'mongoose';
import type { Mode, Tenant } from '../../core/caller.js';
import { backgroundBudgetMs } from '../../core/time.js';
import type { MigrationContext } from '../../service/migrate.js';
import type { ServiceRuntime } from '../../service/runtime.js';
import type { Counts } from '../../store/counter-values.js';
import type { CounterDifference, Counters } from '../../store/counters.js';
import { type Collection, WritableRecords } from '../../store/records/collection.js';
import { findDerivedChanges, retryOnConflict, toUpdate, VersionConflict } from '../../store/records/guarded-update.js';
import { type CollectionOptions, createModel } from '../../store/records/record-model.js';
import type { Filter, Owned, Versioned } from '../../store/records/records.js';
import { readAtSnapshot, runInTransaction } from '../../store/transactions/transaction.js';
import {
  type Correction,
  fromStart,
  type RebuildOptions,
  type RebuildProgress,
  type Rebuilt,
  rebuildRecords,
} from './rebuild.js';

type Stored<T> = T & { readonly derived?: Readonly<Record<string, unknown>> };

/** Projection of the whole record, including derived fields. */
const whole = {} as const;

/**
 * Recomputes the derived fields of all records and stores those that differ, while others write. A record that changes
 * in the meantime is read again. The version doesn't change, because no public field does.
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
    // Returns only the names of fields, because a derived value may be a person's name.
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

/** Maximum records that are read and written together. */
const maxFilledTogether = 500;
/** Number of records after which progress is logged. */
const logEvery = 10_000;

type OwnedWithDerived<T> = Owned<T> & { readonly derived?: Readonly<Record<string, unknown>> };

/** Collection whose records get derived fields. */
export type FilledCollection<T> = Required<Pick<CollectionOptions<T>, 'name' | 'schema' | 'derive'>>;

/**
 * Stores the derived fields of a new release, in a migration. At that time, the previous release still serves requests.
 * The version of each record is kept. If the previous release writes a record later, its derived fields are outdated
 * until the rebuild after the roll-out. Can be repeated after an interruption, and continues with the records whose
 * fields still differ.
 */
export async function fillDerived<T extends Versioned>(
  { database, mode, log }: MigrationContext,
  { name, schema, derive }: FilledCollection<T>,
): Promise<void> {
  // The migration job has already declared a model with the collection's name.
  const model = createModel(database, `${name}_to_fill`, schema, name);
  const records = new WritableRecords<OwnedWithDerived<T>>({ model, derive, hints: new Map() }, {});
  let [after, checked, filled] = ['', 0, 0];
  for (;;) {
    const batch = await records.find(
      { _id: { $gt: after } },
      { projection: {}, sort: { _id: 1 }, limit: maxFilledTogether },
    );
    const last = batch.at(-1);
    if (!last) break;
    const updates = batch.flatMap((record) => {
      const update = toUpdate(findDerivedChanges(record.derived ?? {}, derive(record)));
      return Object.keys(update).length === 0 ? [] : [{ filter: { _id: record.id, version: record.version }, update }];
    });
    // If records changed in the meantime, reads them again.
    if ((await records.updateEach(updates)) < updates.length) continue;
    after = last.id;
    const isMilestone = Math.floor((checked + batch.length) / logEvery) > Math.floor(checked / logEvery);
    checked += batch.length;
    filled += updates.length;
    if (isMilestone) log.info({ mode, collection: name, checked, filled }, 'filling derived fields');
  }
  log.info({ mode, collection: name, checked, filled }, 'derived fields filled');
}

/** Maximum counters that are corrected in one transaction. */
const maxCorrectedTogether = 500;

/** Counters of one kind, and how to count the records that they count. */
export interface CounterSource {
  readonly counters: Counters;
  /** Counts a workspace's records by key, in the snapshot of the session. */
  readonly count: (tenant: Tenant, session: ClientSession) => Promise<ReadonlyMap<string, Counts>>;
  /**
   * For owned counters: locks the records with these ids, so that none is deleted while its counter is created.
   * Resolves to the number of records that exist.
   */
  readonly lockOwners?: (tenant: Tenant, ids: readonly string[], session: ClientSession) => Promise<number>;
}

type Runtime = Pick<ServiceRuntime, 'databases'>;

/**
 * Corrects counters. Throws VersionConflict if a counter was corrected, or its record deleted, since it was compared.
 */
function correctBatch(
  { databases }: Runtime,
  { counters, lockOwners }: CounterSource,
  tenant: Tenant,
  batch: readonly CounterDifference[],
): Promise<void> {
  const incomplete = batch.filter(({ missing }) => missing.length > 0).map(({ key }) => key);
  return runInTransaction(databases[tenant.mode], Date.now() + backgroundBudgetMs, async (session) => {
    if (lockOwners && incomplete.length > 0) {
      if ((await lockOwners(tenant, incomplete, session)) < incomplete.length) throw new VersionConflict();
    }
    await counters.correct(tenant, batch, session);
  });
}

interface CountedWorkspace extends Rebuilt {
  readonly wrong: readonly CounterDifference[];
}

/** Counts outside a transaction, because counting many records takes longer than a transaction may take. */
async function countWorkspace(
  runtime: Runtime,
  source: CounterSource,
  tenant: Tenant,
  isDryRun: boolean,
): Promise<CountedWorkspace> {
  let corrected = 0;
  return retryOnConflict(async () => {
    const { result } = await readAtSnapshot(runtime.databases[tenant.mode], '', async (session) => {
      const counted = await source.count(tenant, session);
      return { checked: counted.size, wrong: await source.counters.compare(tenant, counted, session) };
    });
    if (isDryRun) return { ...result, corrected: result.wrong.length };
    for (let start = 0; start < result.wrong.length; start += maxCorrectedTogether) {
      const batch = result.wrong.slice(start, start + maxCorrectedTogether);
      await correctBatch(runtime, source, tenant, batch);
      corrected += batch.length;
    }
    return { ...result, corrected };
  });
}

/** Describes the numbers that differ. If none differs, describes the missing shards. */
function toCorrection({ expected, found, missing }: CounterDifference): Correction {
  if (Object.keys(expected).length > 0) return { expected, found };
  return { expected: 'all shards', found: `${missing.length} missing` };
}

/** Corrects the counters of one workspace. */
export async function correctCounters(runtime: Runtime, source: CounterSource, tenant: Tenant): Promise<void> {
  await countWorkspace(runtime, source, tenant, false);
}

/**
 * Recounts the records of every workspace, each in its own snapshot, and corrects the counters. Records may change in
 * the meantime. Such a change isn't in the snapshot, but is added to the corrected counter like any other change.
 */
export async function rebuildCounters(
  runtime: Runtime & Pick<ServiceRuntime, 'log'>,
  sources: readonly CounterSource[],
  listWorkspaces: (mode: Mode) => Promise<readonly string[]>,
  mode: Mode,
  { after, advance, dryRun }: RebuildProgress,
): Promise<Rebuilt> {
  const total = { checked: 0, corrected: 0 };
  const listed = [listWorkspaces, ...sources.map(({ counters }) => counters.listWorkspaces.bind(counters))];
  const workspaces = new Set((await Promise.all(listed.map((list) => list(mode)))).flat());
  const isMeant = (id: string) => id > after && id === (dryRun?.workspaceId ?? id);
  for (const workspaceId of [...workspaces].filter(isMeant).sort()) {
    const step = { checked: 0, corrected: 0 };
    for (const source of sources) {
      const found = await countWorkspace(runtime, source, { workspaceId, mode }, dryRun !== undefined);
      step.checked += found.checked;
      step.corrected += found.corrected;
      for (const difference of found.wrong) {
        dryRun?.onWrong({ workspace_id: workspaceId, id: difference.key, ...toCorrection(difference) });
      }
    }
    if (step.corrected > 0 && !dryRun)
      runtime.log.warn({ workspace_id: workspaceId, mode, ...step }, 'wrong counters found');
    total.checked += step.checked;
    total.corrected += step.corrected;
    await advance({ after: workspaceId, ...step });
  }
  return total;
}
