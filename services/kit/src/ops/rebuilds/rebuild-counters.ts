import type { ClientSession } from 'mongoose';
import type { Mode, Tenant } from '../../core/caller.js';
import { backgroundBudgetMs } from '../../core/time.js';
import type { ServiceRuntime } from '../../service/runtime.js';
import type { Counts } from '../../store/counter-values.js';
import type { CounterDifference, Counters } from '../../store/counters.js';
import { retryOnConflict, VersionConflict } from '../../store/records/guarded-update.js';
import { readAtSnapshot, runInTransaction } from '../../store/transactions/transaction.js';
import type { Correction, RebuildProgress, Rebuilt } from './rebuild.js';

/** Counters that are corrected in one transaction. */
const maxBatch = 500;

/** Counters of one kind, and how to count the records that they are about. */
export interface CounterSource {
  readonly counters: Counters;
  /** Counts the records of a workspace by key, all in the snapshot of the session. */
  readonly count: (tenant: Tenant, session: ClientSession) => Promise<ReadonlyMap<string, Counts>>;
  /**
   * For owned counters: locks the records with these ids, so that none is deleted while its counter is created.
   * Resolves to the number of records that exist.
   */
  readonly lockOwners?: (tenant: Tenant, ids: readonly string[], session: ClientSession) => Promise<number>;
}

type Runtime = Pick<ServiceRuntime, 'databases'>;

/** Throws VersionConflict when a counter was corrected, or its record deleted, since it was compared. */
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

/** Counts outside of a transaction, because the database would end one that takes as long as many records do. */
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
    for (let start = 0; start < result.wrong.length; start += maxBatch) {
      const batch = result.wrong.slice(start, start + maxBatch);
      await correctBatch(runtime, source, tenant, batch);
      corrected += batch.length;
    }
    return { ...result, corrected };
  });
}

/** Describes the numbers that differ, or, when none does, the missing shards. */
function toCorrection({ expected, found, missing }: CounterDifference): Correction {
  if (Object.keys(expected).length > 0) return { expected, found };
  return { expected: 'all shards', found: `${missing.length} missing` };
}

/** Corrects the counters of one workspace. */
export async function correctCounters(runtime: Runtime, source: CounterSource, tenant: Tenant): Promise<void> {
  await countWorkspace(runtime, source, tenant, false);
}

/**
 * Counts the records of every workspace anew, each in a snapshot of its own, while they change, and corrects the
 * counters. A change that commits meanwhile is not in the snapshot; it adds to the result as to any counter.
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
