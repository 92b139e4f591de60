import type { Caller, Mode, Tenant } from '@plotline/kit/caller';
import { assertBeforeDeadline, backgroundBudgetMs } from '@plotline/kit/deadline';
import { newId } from '@plotline/kit/ids';
import type { Rebuilt } from '@plotline/kit/maintenance/rebuild';
import type { Collection, Filter, Owned, Versioned } from '@plotline/kit/mongo/collection';
import { createRecordSchema } from '@plotline/kit/mongo/record-model';
import { runInTransaction } from '@plotline/kit/mongo/transaction';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { type ClientSession, Schema } from 'mongoose';
import { allTime, type Counter, sumCounters, wholeWorkspace } from '../domain/counter.js';

/** Which counters are read. */
export interface CounterQuery {
  /** `each` stands for every agent, without the workspace. */
  readonly agents: readonly string[] | 'each';
  /** Both inclusive. */
  readonly days: { readonly from: string; readonly to: string } | typeof allTime;
}

/** The filter for stored counters, and the name of the index that serves it. */
function toFilter({ agents, days }: CounterQuery): { filter: Filter; hint: string } {
  const day = days === allTime ? allTime : { $gte: days.from, $lte: days.to };
  if (agents === 'each') return { filter: { day, agent_id: { $gt: wholeWorkspace } }, hint: 'day' };
  return { filter: { agent_id: agents.length === 1 ? agents[0] : { $in: [...agents] }, day }, hint: 'agent_day' };
}

/** Whether the filter of the query matches a counter in memory. */
function isMatch({ agents, days }: CounterQuery, { agent_id, day }: Counter): boolean {
  const isDay = days === allTime ? day === allTime : day >= days.from && day <= days.to && day !== allTime;
  return isDay && (agents === 'each' ? agent_id !== wholeWorkspace : agents.includes(agent_id));
}

interface StoredCounter extends Versioned, Counter {}

/** What the change of a record adds to the counters; deleted when it is compacted. */
interface CounterChange extends Versioned {
  readonly counters: readonly Counter[];
}

/** Another replica has compacted the same changes. */
class AlreadyCompacted extends Error {}

/** Held while a rebuild counts and deletes changes: the compaction, which deletes the same, pauses. Both would conflict. */
export const rebuildLease = 'counter-rebuild';

const maxBatch = 500;
/** A read meets at most this many changes; beyond that it compacts first. */
const maxUncompacted = 2_000;

/**
 * Counters for analytics. A change of a record appends a counter change in its own transaction, so that writers never
 * conflict on a counter. A worker compacts the changes into the counters. A read adds up counters and changes in one
 * snapshot: the result is exact at every moment.
 */
export class Counters {
  readonly #runtime: ServiceRuntime;
  readonly #counters: Collection<StoredCounter>;
  readonly #changes: Collection<CounterChange>;

  constructor(runtime: ServiceRuntime) {
    this.#runtime = runtime;
    this.#counters = runtime.collection<StoredCounter>({
      name: 'counters',
      schema: createRecordSchema({ agent_id: String, day: String, counts: Schema.Types.Mixed }),
      indexes: [
        { name: 'agent_day', keys: { workspace_id: 1, agent_id: 1, day: 1 }, unique: true },
        { name: 'day', keys: { workspace_id: 1, day: 1, agent_id: 1 } },
      ],
      reset: 'kept',
    });
    this.#changes = runtime.collection<CounterChange>({
      name: 'counter_changes',
      schema: createRecordSchema({ counters: Schema.Types.Mixed }),
      indexes: [{ name: 'workspace', keys: { workspace_id: 1, _id: 1 } }],
      reset: 'kept',
    });
  }

  /** Within the transaction of a change: removes the counters of the record before it and adds those after it. */
  async record(
    tenant: Tenant,
    before: readonly Counter[],
    after: readonly Counter[],
    session: ClientSession,
  ): Promise<void> {
    const counters = sumCounters(after, before);
    if (counters.length === 0) return;
    await this.#changes.in(tenant).insertAll([{ id: newId('cch'), version: 1, counters }], session);
  }

  /** The workspaces that have counters. */
  async listWorkspaces(mode: Mode): Promise<string[]> {
    const rows = await this.#counters
      .acrossWorkspaces(mode)
      .aggregate<{ readonly _id: string }>([{ $group: { _id: '$workspace_id' } }]);
    return rows.map(({ _id }) => _id);
  }

  /** The counters of each query, one for each agent and day, of one moment. */
  async read(caller: Caller, queries: readonly CounterQuery[]): Promise<Counter[][]> {
    while ((await this.#changes.in(caller).count({}, { limit: maxUncompacted })) === maxUncompacted) {
      assertBeforeDeadline(caller.deadline);
      await this.compactChanges(caller.mode);
    }
    return runInTransaction(this.#runtime.databases[caller.mode], caller.deadline, async (session) => {
      const uncompacted = await this.#changes.in(caller).find({}, { session, hint: 'workspace' });
      const changes = uncompacted.flatMap(({ counters }) => counters);
      const found: Counter[][] = [];
      for (const query of queries) {
        const { filter, hint } = toFilter(query);
        const stored = await this.#counters.in(caller).find(filter, { hint, session });
        found.push(sumCounters([...stored, ...changes.filter((counter) => isMatch(query, counter))]));
      }
      return found;
    });
  }

  /**
   * Makes the counters what was counted in the same transaction, which has one snapshot: the changes in it are part of that
   * and are deleted, later ones add to it. Resolves to the numbers of counters, and of those that were wrong.
   */
  async correct(tenant: Tenant, counted: readonly Counter[], session: ClientSession): Promise<Rebuilt> {
    const changes = await this.#changes.in(tenant).find({}, { session, hint: 'workspace' });
    const stored = await this.#counters.in(tenant).find({}, { session, hint: 'agent_day' });
    const effective = sumCounters([...stored, ...changes.flatMap(({ counters }) => counters)]);
    const wrong = sumCounters(counted, effective).length;
    await this.#changes.in(tenant).delete({ _id: { $in: changes.map(({ id }) => id) } }, session);
    for (const { agent_id, day, counts } of sumCounters(counted, stored)) {
      await this.#increment(tenant, { agent_id, day, counts }, session);
    }
    return { checked: counted.length, corrected: wrong };
  }

  /** Adds the oldest changes of all workspaces to the counters and deletes them; resolves to their number. */
  async compactChanges(mode: Mode): Promise<number> {
    const changes = this.#changes.acrossWorkspaces(mode);
    const oldest = await changes.find({}, { sort: { _id: 1 }, limit: maxBatch });
    if (oldest.length === 0) return 0;
    const ids = oldest.map(({ id }) => id);
    const deadline = Date.now() + backgroundBudgetMs;
    const compaction = runInTransaction(this.#runtime.databases[mode], deadline, async (session) => {
      if ((await changes.delete({ _id: { $in: ids } }, session)) < ids.length) throw new AlreadyCompacted();
      for (const workspaceId of new Set(oldest.map(({ workspace_id }) => workspace_id))) {
        await this.#add({ workspaceId, mode }, oldest, session);
      }
    });
    await compaction.catch((error: unknown) => {
      if (!(error instanceof AlreadyCompacted)) throw error;
    });
    return ids.length;
  }

  async #add(tenant: Tenant, changes: readonly Owned<CounterChange>[], session: ClientSession): Promise<void> {
    const own = changes.filter(({ workspace_id }) => workspace_id === tenant.workspaceId);
    for (const counter of sumCounters(own.flatMap(({ counters }) => counters))) {
      await this.#increment(tenant, counter, session);
    }
  }

  async #increment(tenant: Tenant, { agent_id, day, counts }: Counter, session: ClientSession): Promise<void> {
    const increments = Object.entries(counts).map(([name, count]) => [`counts.${name}`, count]);
    const update = { $inc: { ...Object.fromEntries(increments), version: 1 }, $set: { agent_id, day } };
    const _id = `${tenant.workspaceId}/${agent_id}/${day}`;
    await this.#counters.in(tenant).findAndUpdate({ _id }, update, { upsert: true, session });
  }
}
