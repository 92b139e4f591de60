import type { Caller, Mode, Tenant } from '@plotline/kit/core/caller';
import { assertBeforeDeadline, backgroundBudgetMs } from '@plotline/kit/core/deadline';
import { newId } from '@plotline/kit/core/ids';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Insertion } from '@plotline/kit/store/records/insertions';
import type { Filter } from '@plotline/kit/store/records/records';
import { VersionConflict } from '@plotline/kit/store/transactions/retry-on-conflict';
import { runInTransaction } from '@plotline/kit/store/transactions/transaction';
import type { ClientSession } from 'mongoose';
import { allTime, type Counter, CounterTotals, type Days, sumCounters, wholeWorkspace } from '../domain/counter.js';
import { sumAgentDays } from './agent-days.js';
import { type CounterCollections, toCounterId, toHeadId } from './counter-collections.js';

/** Which counters are read. */
interface CounterQuery {
  readonly agents: readonly string[];
  readonly days: Days | typeof allTime;
}

/** The filter for stored counters, which the index `agent_day` serves. */
function toFilter({ agents, days }: CounterQuery): Filter {
  const day = days === allTime ? allTime : { $gte: days.from, $lte: days.to };
  return { agent_id: agents.length === 1 ? agents[0] : { $in: [...agents] }, day };
}

function isWithin(days: CounterQuery['days'], day: string): boolean {
  return days === allTime ? day === allTime : day >= days.from && day <= days.to && day !== allTime;
}

/** Whether the filter of the query matches a counter in memory. */
function isMatch({ agents, days }: CounterQuery, { agent_id, day }: Counter): boolean {
  return isWithin(days, day) && agents.includes(agent_id);
}

/** The change of counters by which records differ, none when they do not. */
function toChanges(before: readonly Counter[], after: readonly Counter[]) {
  const counters = sumCounters(after, before);
  return counters.length === 0 ? [] : [{ id: newId('cch'), version: 1, counters }];
}

/** Another replica has compacted the same changes. */
class AlreadyCompacted extends Error {}

/** What the counters of a workspace lacked at a moment. */
export interface CounterDifference {
  readonly missing: readonly Counter[];
  /** How often they had been corrected. */
  readonly corrections: number | null;
}

const head = { agent_id: wholeWorkspace, day: allTime } as const;
/** Of the head, where no count of it changes. */
const countCompaction = { $inc: { version: 1 }, $set: head, $setOnInsert: { counts: {} } } as const;

const maxBatch = 500;
/** A read meets at most this many changes; beyond that it compacts first. */
const maxUncompacted = 2_000;
/** Counting all exactly is not worth reading more. */
const maxCounted = 10_000;

/**
 * Counters for analytics and totals of lists. A change of a record appends a counter change in its own transaction, so that
 * writers never conflict on a counter. The changes of a workspace are compacted into its counters from time to time. A read
 * adds up counters and changes of one moment: the result is exact at every moment.
 */
export class Counters {
  readonly #runtime: ServiceRuntime;
  readonly #counters: CounterCollections['counters'];
  readonly #changes: CounterCollections['changes'];

  constructor(runtime: ServiceRuntime, { counters, changes }: CounterCollections) {
    this.#runtime = runtime;
    this.#counters = counters;
    this.#changes = changes;
  }

  /** Within the transaction of a change: removes the counters of the record before it and adds those after it. */
  async record(
    tenant: Tenant,
    before: readonly Counter[],
    after: readonly Counter[],
    session: ClientSession,
  ): Promise<void> {
    await this.#changes.in(tenant).insertAll(toChanges(before, after), session);
  }

  /** What counts new records, for the transaction that stores them. */
  toInsertion(tenant: Tenant, added: readonly Counter[]): Insertion {
    return this.#changes.in(tenant).toInsertion(toChanges([], added));
  }

  /** The workspaces that have counters. */
  listWorkspaces(mode: Mode): Promise<string[]> {
    return this.#counters.listWorkspaces(mode);
  }

  /** The counters of each query, one for each agent and day, of one moment. */
  read(caller: Caller, queries: readonly CounterQuery[]): Promise<Counter[][]> {
    return this.#readMoment(caller, async (changes, session) => {
      const found: Counter[][] = [];
      for (const query of queries) {
        const stored = await this.#counters.in(caller).find(toFilter(query), { hint: 'agent_day', session });
        found.push(sumCounters([...stored, ...changes.filter((counter) => isMatch(query, counter))]));
      }
      return found;
    });
  }

  /** What was counted on the days of each agent of whom anything was, at one moment. */
  sumAgentDays(caller: Caller, days: Days): Promise<ReadonlyMap<string, CounterTotals>> {
    return this.#readMoment(caller, async (changes, session) => {
      const sums = await sumAgentDays(this.#counters.in(caller), days, session);
      for (const { agent_id, day, counts } of changes) {
        if (agent_id === wholeWorkspace || !isWithin(days, day)) continue;
        const totals = sums.get(agent_id) ?? new CounterTotals();
        totals.add(counts);
        sums.set(agent_id, totals);
      }
      return new Map([...sums].filter(([, totals]) => Object.keys(totals.toCounts()).length > 0));
    });
  }

  /** Reads counters and the changes that are to be added to them, as they are at one moment. */
  async #readMoment<T>(
    caller: Caller,
    read: (changes: readonly Counter[], session: ClientSession) => Promise<T>,
  ): Promise<T> {
    while ((await this.#changes.in(caller).count({}, { limit: maxUncompacted })) === maxUncompacted) {
      assertBeforeDeadline(caller.deadline);
      await this.compactChanges(caller);
    }
    return runInTransaction(this.#runtime.databases[caller.mode], caller.deadline, async (session) => {
      const uncompacted = await this.#changes.in(caller).find({}, { session, hint: 'workspace' });
      const changes = uncompacted.flatMap(({ counters }) => counters);
      return read(changes, session);
    });
  }

  /** What the counters lack of what was counted in the same snapshot. Until they are corrected that stays the same, as each change adds its own. */
  async compare(tenant: Tenant, counted: readonly Counter[], session: ClientSession): Promise<CounterDifference> {
    const changes = await this.#changes.in(tenant).find({}, { session, hint: 'workspace' });
    const stored = await this.#counters.in(tenant).find({}, { session, hint: 'agent_day' });
    const headId = toHeadId(tenant.workspaceId);
    return {
      missing: sumCounters(counted, [...stored, ...changes.flatMap(({ counters }) => counters)]),
      corrections: stored.find(({ id }) => id === headId)?.corrections ?? null,
    };
  }

  /** Adds what the counters lack. Throws VersionConflict when they were corrected since they were compared. */
  async correct(tenant: Tenant, { missing, corrections }: CounterDifference, session: ClientSession): Promise<void> {
    await this.#add(tenant, missing, session);
    const compared = { _id: toHeadId(tenant.workspaceId), corrections };
    const isFirst = await this.#counters.in(tenant).update(compared, { $inc: { corrections: 1 } }, session);
    if (!isFirst) throw new VersionConflict();
  }

  /** From now on no total is taken from the counters of the workspace: its records are removed without changing them. */
  async suspendTotals(tenant: Tenant): Promise<void> {
    const update = { ...countCompaction, $set: { ...head, unreliable: true } };
    const updates = new Map([[toHeadId(tenant.workspaceId), update]]);
    await runInTransaction(this.#runtime.databases[tenant.mode], Date.now() + backgroundBudgetMs, (session) =>
      this.#counters.in(tenant).upsertAll(updates, session),
    );
  }

  /** The counters are right again, by a correction in the same transaction. */
  async resumeTotals(tenant: Tenant, session: ClientSession): Promise<void> {
    const change = { $unset: { unreliable: '' }, $inc: { version: 1 } };
    await this.#counters.in(tenant).update({ _id: toHeadId(tenant.workspaceId) }, change, session);
  }

  /** Changes of all workspaces that are not compacted, up to 10,000. */
  countUncompacted(mode: Mode): Promise<number> {
    return this.#changes.acrossWorkspaces(mode).count({}, { limit: maxCounted, hint: 'workspace' });
  }

  /** The workspaces with changes to compact, one after the other. */
  async *eachUncompacted(mode: Mode): AsyncGenerator<Tenant> {
    const options = { sort: { workspace_id: 1, _id: 1 }, limit: 1, hint: 'workspace' } as const;
    for (let after = ''; ; ) {
      const [next] = await this.#changes.acrossWorkspaces(mode).find({ workspace_id: { $gt: after } }, options);
      if (!next) return;
      after = next.workspace_id;
      yield { workspaceId: after, mode };
    }
  }

  /** Adds the oldest changes of a workspace to its counters and deletes them; resolves to their number. */
  async compactChanges(tenant: Tenant): Promise<number> {
    const { workspaceId, mode } = tenant;
    const own = { workspaceId, mode };
    const changes = this.#changes.in(own);
    const oldest = await changes.find({}, { sort: { _id: 1 }, limit: maxBatch, hint: 'workspace' });
    if (oldest.length === 0) return 0;
    const ids = oldest.map(({ id }) => id);
    const sum = sumCounters(oldest.flatMap(({ counters }) => counters));
    const deadline = Date.now() + backgroundBudgetMs;
    const compaction = runInTransaction(this.#runtime.databases[mode], deadline, async (session) => {
      if ((await changes.delete({ _id: { $in: ids } }, session)) < ids.length) throw new AlreadyCompacted();
      await this.#add(own, sum, session);
    });
    await compaction.catch((error: unknown) => {
      if (!(error instanceof AlreadyCompacted)) throw error;
    });
    return ids.length;
  }

  /** Adds to stored counters with one call, and tells readers of them by the version of the head. */
  #add(tenant: Tenant, added: readonly Counter[], session: ClientSession): Promise<void> {
    const headId = toHeadId(tenant.workspaceId);
    const updates = new Map<string, Filter>([[headId, countCompaction]]);
    for (const { agent_id, day, counts } of added) {
      const increments = Object.entries(counts).map(([name, count]) => [`counts.${name}`, count]);
      const update = { $inc: { ...Object.fromEntries(increments), version: 1 }, $set: { agent_id, day } };
      updates.set(toCounterId(tenant.workspaceId, agent_id, day), update);
    }
    return this.#counters.in(tenant).upsertAll(updates, session);
  }
}
