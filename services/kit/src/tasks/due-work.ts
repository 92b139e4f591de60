import type { Mode, Tenant } from '../core/caller.js';
import type { Clock } from '../core/time.js';
import type { Index } from '../store/indexes.js';
import type { Collection } from '../store/records/collection.js';
import type { Filter, Owned, Versioned } from '../store/records/records.js';
import { PeriodicTask, type PeriodicTaskOptions } from './periodic-task.js';

/** A record that says when work is due. */
export interface DueRecord extends Versioned {
  readonly due_at: Date;
}

/** Declared by every collection of due work. */
export const dueIndex: Index = { name: 'due', keys: { workspace_id: 1, due_at: 1 } };

/** When the work is due next, with further fields to store; null when it is done, and its record is deleted. */
export type NextRun = (Readonly<Record<string, unknown>> & { readonly due_at: Date }) | null;

/** The work on a record failed and is to be repeated. */
export class FailedRun {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/** Rounded up to the second: many records are rescheduled to the same time by one write. */
export function addDelay(time: Date, ms: number): Date {
  return new Date(Math.ceil((time.getTime() + ms) / 1_000) * 1_000);
}

/**
 * The first of the delays after `since` that ends after a run began; null when that run was the last. After a downtime the
 * overdue work runs once, whatever the number of delays that have passed.
 */
export function scheduleNextRun(since: Date, delaysMs: readonly number[], began: Date): NextRun {
  const due = delaysMs.map((ms) => addDelay(since, ms)).find((time) => time > began);
  return due ? { due_at: due } : null;
}

/**
 * The due records of one workspace, longest due first: of the first workspace after `afterWorkspace` that has any, in the
 * order of their ids and then again from the start. The collection declares `dueIndex`.
 */
export async function findDueInTurn<T extends Versioned>(
  collection: Collection<T>,
  mode: Mode,
  now: Date,
  limit: number,
  afterWorkspace: string,
): Promise<Owned<T>[]> {
  const records = collection.acrossWorkspaces(mode);
  const find = (workspaces: Filter) => {
    const sort = { workspace_id: 1, due_at: 1 } as const;
    return records.find({ workspace_id: workspaces, due_at: { $lte: now } }, { sort, limit, hint: dueIndex.name });
  };
  const later = await find({ $gt: afterWorkspace });
  const found = later.length > 0 || afterWorkspace === '' ? later : await find({ $lte: afterWorkspace });
  return found.filter(({ workspace_id }) => workspace_id === found[0]?.workspace_id);
}

/** The due work in a collection. */
export class DueWork<T extends DueRecord> {
  readonly #collection: Collection<T>;
  #listener: () => void = () => undefined;

  constructor(collection: Collection<T>) {
    this.#collection = collection;
  }

  /** Calls the listener, of which there is one, when this process adds work. */
  onAdd(listener: () => void): void {
    this.#listener = listener;
  }

  /** To be called when work is added; that may be before its transaction is committed. */
  announce(): void {
    this.#listener();
  }

  /** As `findDueInTurn`. */
  findNext(mode: Mode, now: Date, limit: number, afterWorkspace = ''): Promise<Owned<T>[]> {
    return findDueInTurn(this.#collection, mode, now, limit, afterWorkspace);
  }

  /** Stores when each record is due next. A record that was changed since it was read stays as it is. */
  async reschedule(tenant: Tenant, runs: ReadonlyMap<T, NextRun>): Promise<void> {
    const groups = new Map<string, { next: NextRun; unchanged: Filter[] }>();
    for (const [{ id, version }, next] of runs) {
      const key = JSON.stringify(next);
      const group = groups.get(key) ?? { next, unchanged: [] };
      group.unchanged.push({ _id: id, version });
      groups.set(key, group);
    }
    const records = this.#collection.in(tenant);
    for (const { next, unchanged } of groups.values()) {
      const filter = { _id: { $in: unchanged.map(({ _id }) => _id) }, $or: unchanged };
      if (next) await records.updateMany(filter, { $set: next, $inc: { version: 1 } });
      else await records.delete(filter);
    }
  }
}

type ShouldContinue = () => Promise<boolean>;

/** Runs the due work of one workspace. A record without a result was not worked on and stays due. */
export type RunBatch<T> = (
  tenant: Tenant,
  records: readonly Owned<T>[],
  shouldContinue: ShouldContinue,
) => Promise<ReadonlyMap<Owned<T>, NextRun | FailedRun>>;

/** Runs the work on each record alone: the failure of one does not affect the others. */
export function runEach<T>(
  run: (tenant: Tenant, record: Owned<T>, shouldContinue: ShouldContinue) => Promise<NextRun>,
): RunBatch<T> {
  return async (tenant, records, shouldContinue) => {
    const results = new Map<Owned<T>, NextRun | FailedRun>();
    for (const record of records) {
      if (!(await shouldContinue())) break;
      const result = await run(tenant, record, shouldContinue).catch((error: unknown) => new FailedRun(error));
      results.set(record, result);
    }
    return results;
  };
}

const retryPauseMs = 5_000;
/** Work that a process added and then died is found after this at the latest, and what is due later than half a minute after that. */
const defaultIdleIntervalMs = 10_000;

export interface DueWorkerOptions<T extends DueRecord> {
  readonly name: string;
  /** Also the longest round. */
  readonly intervalMs: number;
  /** The interval when there has been no work for half a minute; 10 seconds by default. */
  readonly idleIntervalMs?: number;
  /** Most records of one workspace that are passed to `run` together. */
  readonly maxBatch: number;
  readonly work: DueWork<T>;
  readonly clock: Clock;
  readonly runtime: PeriodicTaskOptions['runtime'];
  readonly run: RunBatch<T>;
  /** When a failed run is repeated; after 5 seconds by default. */
  readonly retry?: (record: T, now: Date) => NextRun;
}

/**
 * A periodic task that runs due work under a lease, one batch of one workspace after the other. Workspaces take turns, so
 * that one with much work does not delay the others. A crash leaves the work due.
 */
export function createDueWorker<T extends DueRecord>(options: DueWorkerOptions<T>): PeriodicTask {
  const { name, intervalMs, idleIntervalMs = defaultIdleIntervalMs, maxBatch, work, clock, runtime, run } = options;
  const retry = options.retry ?? ((_record, now) => ({ due_at: addDelay(now, retryPauseMs) }));
  const lastWorkspace = { live: '', sandbox: '' };

  async function runBatch(tenant: Tenant, records: readonly Owned<T>[], shouldContinue: ShouldContinue): Promise<void> {
    const results = await run(tenant, records, shouldContinue).catch((error: unknown) => {
      return new Map(records.map((record) => [record, new FailedRun(error)]));
    });
    const runs = new Map<T, NextRun>();
    for (const [record, result] of results) {
      const isFailed = result instanceof FailedRun;
      if (isFailed) runtime.log.warn({ err: result.error, task: name, record: record.id }, 'due work failed');
      runs.set(record, isFailed ? retry(record, clock()) : result);
    }
    await work.reschedule(tenant, runs);
  }

  const task = new PeriodicTask({
    name,
    intervalMs,
    idleIntervalMs,
    runtime,
    isDue: async (mode) => (await work.findNext(mode, clock(), 1)).length > 0,
    run: async (mode, shouldContinue) => {
      const end = Date.now() + intervalMs;
      do {
        const records = await work.findNext(mode, clock(), maxBatch, lastWorkspace[mode]);
        const [first] = records;
        if (!first) return;
        lastWorkspace[mode] = first.workspace_id;
        await runBatch({ workspaceId: first.workspace_id, mode }, records, shouldContinue);
      } while (Date.now() < end && (await shouldContinue()));
    },
  });
  work.onAdd(() => task.wake());
  return task;
}
