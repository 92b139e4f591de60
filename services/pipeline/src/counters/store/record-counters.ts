import { createSharedRead } from '@plotline/kit/core/batcher';
import type { Caller, Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { shareTransaction } from '@plotline/kit/store/connection/connection-shares';
import type { CounterValue } from '@plotline/kit/store/counter-values';
import { Counters } from '@plotline/kit/store/counters';
import { runInTransaction } from '@plotline/kit/store/transactions/transaction';
import type { ClientSession } from 'mongoose';
import { type CountedTotal, sumTotal } from '../model/counted-total.js';
import {
  allTime,
  type Counter,
  type CounterTotals,
  type Days,
  listDays,
  sumCounters,
  wholeWorkspace,
} from '../model/counter.js';
import { sumAgentDays } from './agent-days.js';

/** Counters to read. */
interface CounterQuery {
  readonly agents: readonly string[];
  readonly days: Days | typeof allTime;
}

/**
 * Number of shards per counter. The all-time counter changes with every change of a lead or deal. A day's counter
 * mostly changes with new leads, so it needs fewer.
 */
const shardsOfAllTime = 8;
const shardsOfDay = 4;

/**
 * Returns the key of a counter. All days of the workspace are consecutive keys, and so are all agents of consecutive
 * days.
 */
export function toKey({ agent_id, day }: Pick<Counter, 'agent_id' | 'day'>): string {
  return agent_id === wholeWorkspace ? `workspace/${day}` : `agent/${day}/${agent_id}`;
}

const allOfWorkspace = toKey({ agent_id: wholeWorkspace, day: allTime });

function getShardCount(key: string): number {
  if (!key.startsWith(allOfWorkspace)) return 1;
  return key === allOfWorkspace ? shardsOfAllTime : shardsOfDay;
}

function toCounters(values: ReadonlyMap<string, CounterValue>): Counter[] {
  const counters = [...values].map(([key, { counts }]) => {
    const [, day = allTime, agent_id = wholeWorkspace] = key.split('/');
    return { agent_id, day, counts };
  });
  return sumCounters(counters);
}

/** Counters of leads and deals, for analytics and for totals of lists. */
export class RecordCounters {
  readonly #databases: ServiceRuntime['databases'];
  readonly #share = createSharedRead<Map<string, CounterValue>>();
  readonly stored: Counters;

  constructor(runtime: Pick<ServiceRuntime, 'collection' | 'databases'>) {
    this.#databases = runtime.databases;
    this.stored = new Counters(runtime, { name: 'record_counters', shardsOf: getShardCount, isOwned: false });
  }

  /**
   * Subtracts the counters of the records before a change and adds the counters of the records after it. Must be the
   * last write of the change's transaction, and must run once.
   */
  async record(
    tenant: Tenant,
    before: readonly Counter[],
    after: readonly Counter[],
    session: ClientSession,
  ): Promise<void> {
    const changes = sumCounters(after, before).map((counter): [string, CounterValue] => [toKey(counter), counter]);
    await this.stored.add(tenant, new Map(changes), session);
  }

  /** Returns the counters of each query, one for each agent and day. All of them come from one snapshot. */
  read(caller: Caller, queries: readonly CounterQuery[]): Promise<Counter[][]> {
    return this.inSnapshot(caller, async (session) => {
      const found: Counter[][] = [];
      for (const query of queries) found.push(await this.find(caller, query, session));
      return found;
    });
  }

  /** Adds up the counts of the days for each agent that has any. */
  sumAgentDays(tenant: Tenant, days: Days, session: ClientSession): Promise<Map<string, CounterTotals>> {
    return sumAgentDays(this.stored, tenant, days, session);
  }

  /** Runs reads that all use one snapshot. */
  inSnapshot<T>(caller: Caller, read: (session: ClientSession) => Promise<T>): Promise<T> {
    const database = this.#databases[caller.mode];
    return shareTransaction(database, caller, () => runInTransaction(database, caller.deadline, read));
  }

  /**
   * Returns the total of a list. Returns null in the sandbox, because a reset removes leads some time before it
   * corrects the counters.
   */
  async findTotal(caller: Caller, total: CountedTotal): Promise<number | null> {
    if (caller.mode === 'sandbox') return null;
    const counterKey = toKey({ agent_id: total.agent_id, day: allTime });
    const key = `${caller.workspaceId}/${counterKey}`;
    const read = () => this.stored.getMany(caller, [counterKey]);
    return sumTotal(total, toCounters(await this.#share({ key, deadline: caller.deadline, read })));
  }

  /** Returns the counters of a query, one for each agent and day. */
  async find(tenant: Tenant, { agents, days }: CounterQuery, session: ClientSession): Promise<Counter[]> {
    if (days === allTime) {
      const keys = agents.map((agent_id) => toKey({ agent_id, day: allTime }));
      return toCounters(await this.stored.getMany(tenant, keys, session));
    }
    const found: Counter[] = [];
    for (const agent_id of agents) {
      const [from, to] = [toKey({ agent_id, day: days.from }), toKey({ agent_id, day: days.to })];
      const keys = () => listDays(days).map((day) => toKey({ agent_id, day }));
      const ofAgent =
        agent_id === wholeWorkspace
          ? this.stored.getRange(tenant, { from, to }, session)
          : this.stored.getMany(tenant, keys(), session);
      found.push(...toCounters(await ofAgent));
    }
    return found;
  }
}
