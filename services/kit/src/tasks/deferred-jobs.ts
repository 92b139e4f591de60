import type { Mode, Tenant } from '../core/caller.js';
import type { Index } from '../store/indexes.js';
import type { Collection } from '../store/records/collection.js';
import type { Filter, Owned, Versioned } from '../store/records/records.js';

/** Stored work that is to be done at a time or later. */
export interface DeferredJob extends Versioned {
  readonly resume_at: Date;
}

/** Declared by every collection of deferred jobs. */
export const resumeIndex: Index = { name: 'resume_at', keys: { workspace_id: 1, resume_at: 1 } };

/** When a job is resumed, with further fields to store; null when it is done, and its record is deleted. */
export type NextRun = (Readonly<Record<string, unknown>> & Pick<DeferredJob, 'resume_at'>) | null;

/** Rounded up to the second: many jobs are rescheduled to the same time by one write. */
export function addDelay(time: Date, ms: number): Date {
  return new Date(Math.ceil((time.getTime() + ms) / 1_000) * 1_000);
}

/**
 * The first of the delays after `since` that ends after a run began; null when that run was the last. After a downtime
 * the overdue job runs once, whatever the number of delays that have passed.
 */
export function scheduleNextRun(since: Date, delaysMs: readonly number[], began: Date): NextRun {
  const next = delaysMs.map((ms) => addDelay(since, ms)).find((time) => time > began);
  return next ? { resume_at: next } : null;
}

/** The deferred jobs in a collection that declares `resumeIndex`. Workspaces take turns. */
export class DeferredJobs<T extends DeferredJob> {
  readonly collection: Collection<T>;
  readonly #lastWorkspace = { live: '', sandbox: '' };
  #listener: () => void = () => undefined;

  constructor(collection: Collection<T>) {
    this.collection = collection;
  }

  /** Calls the listener, of which there is one, when this process adds or changes jobs. */
  onChange(listener: () => void): void {
    this.#listener = listener;
  }

  /** To be called when jobs are added or changed; that may be before their transaction is committed. */
  announce(): void {
    this.#listener();
  }

  /**
   * The due jobs of one workspace, longest due first: of the first workspace after `afterWorkspace` that has any, in
   * the order of their ids and then again from the start.
   */
  async findDue(mode: Mode, now: Date, limit: number, afterWorkspace = ''): Promise<Owned<T>[]> {
    const records = this.collection.acrossWorkspaces(mode);
    const find = (workspaces: Filter) => {
      const options = { sort: { workspace_id: 1, resume_at: 1 }, limit, hint: resumeIndex.name } as const;
      return records.find({ workspace_id: workspaces, resume_at: { $lte: now } }, options);
    };
    const later = await find({ $gt: afterWorkspace });
    const found = later.length > 0 || afterWorkspace === '' ? later : await find({ $lte: afterWorkspace });
    return found.filter(({ workspace_id }) => workspace_id === found[0]?.workspace_id);
  }

  /** Finds the due jobs of the next workspace. */
  async findNext(mode: Mode, now: Date, limit: number): Promise<Owned<T>[]> {
    const jobs = await this.findDue(mode, now, limit, this.#lastWorkspace[mode]);
    if (jobs[0]) this.#lastWorkspace[mode] = jobs[0].workspace_id;
    return jobs;
  }

  async hasDue(mode: Mode, now: Date): Promise<boolean> {
    return (await this.findDue(mode, now, 1)).length > 0;
  }

  /** Stores when each job is resumed. One that was changed since it was read stays as it is. */
  async reschedule(tenant: Tenant, runs: ReadonlyMap<T, NextRun>): Promise<void> {
    const groups = new Map<string, { next: NextRun; unchanged: Filter[] }>();
    for (const [{ id, version }, next] of runs) {
      const key = JSON.stringify(next);
      const group = groups.get(key) ?? { next, unchanged: [] };
      group.unchanged.push({ _id: id, version });
      groups.set(key, group);
    }
    const records = this.collection.in(tenant);
    for (const { next, unchanged } of groups.values()) {
      const filter = { _id: { $in: unchanged.map(({ _id }) => _id) }, $or: unchanged };
      if (next) await records.updateMany(filter, { $set: next, $inc: { version: 1 } });
      else await records.delete(filter);
    }
  }
}
