import type { Caller } from '@plotline/kit/core/caller';
import type { ClientSession } from 'mongoose';
import { allTime, type Counter, CounterTotals, type Counts, wholeWorkspace } from '../../counters/model/counter.js';
import { type Span, splitSpan } from '../../counters/model/span.js';
import type { RecordCounters } from '../../counters/store/record-counters.js';
import type { Leads } from '../../leads/store/leads.js';
import { countDeal } from '../../sales/model/count-deal.js';
import { completeTotals } from '../../sales/store/deal-totals.js';
import type { Deals, Invoices } from '../../sales/store/deals.js';

interface Sources {
  readonly counters: RecordCounters;
  readonly leads: Leads;
  readonly deals: Deals;
  readonly invoices: Invoices;
}

/** Counters of the whole workspace: the all-time counters, and the counters of each span. */
export interface WorkspaceCounters {
  readonly total: readonly Counts[];
  readonly spans: readonly (readonly Counts[])[];
}

/** Number of deals whose invoices are read in one batch. */
const maxBatch = 500;

/**
 * Counters of spans between any two times, such as days in a workspace's time zone. Whole UTC days have stored
 * counters. The rest at both ends is counted from the records (design/counters.md). All results of a call come from one
 * snapshot.
 */
export class PeriodCounters {
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Reads the counters of the whole workspace in each span. */
  readWorkspace(caller: Caller, spans: readonly Span[]): Promise<WorkspaceCounters> {
    const { counters } = this.#sources;
    return counters.inSnapshot(caller, async (session) => {
      const total = await counters.find(caller, { agents: [wholeWorkspace], days: allTime }, session);
      const found: Counts[][] = [];
      for (const span of spans) found.push(await this.#readAgent(caller, wholeWorkspace, span, session));
      return { total, spans: found };
    });
  }

  /** Reads the counters of the whole workspace in consecutive spans. Reads the whole days of all spans together. */
  readSeries(caller: Caller, spans: readonly Span[]): Promise<readonly (readonly Counts[])[]> {
    const { counters } = this.#sources;
    return counters.inSnapshot(caller, async (session) => {
      const [first, last] = [spans[0], spans.at(-1)];
      const all = first && last ? splitSpan({ from: first.from, to: last.to }).days : null;
      const ofDays = all ? await counters.find(caller, { agents: [wholeWorkspace], days: all }, session) : [];
      const found: Counts[][] = [];
      for (const span of spans) {
        const { days, edges } = splitSpan(span);
        const within = days ? ofDays.filter(({ day }) => day >= days.from && day <= days.to) : [];
        found.push([...within, await this.#countEdges(caller, wholeWorkspace, edges, session)]);
      }
      return found;
    });
  }

  /** Reads an agent's counters in the span. */
  readAgent(caller: Caller, agentId: string, span: Span): Promise<readonly Counts[]> {
    return this.#sources.counters.inSnapshot(caller, (session) => this.#readAgent(caller, agentId, span, session));
  }

  /** Adds up the counts of each agent. Omits agents without counts in the span. */
  sumAgents(caller: Caller, span: Span): Promise<ReadonlyMap<string, CounterTotals>> {
    const { counters } = this.#sources;
    return counters.inSnapshot(caller, async (session) => {
      const { days, edges } = splitSpan(span);
      const sums = days ? await counters.sumAgentDays(caller, days, session) : new Map<string, CounterTotals>();
      for (const edge of edges) {
        for (const { agent_id, counts } of await this.#countEdge(caller, edge, false, session)) {
          const totals = sums.get(agent_id) ?? new CounterTotals();
          sums.set(agent_id, totals);
          totals.add(counts);
        }
      }
      return sums;
    });
  }

  async #readAgent(caller: Caller, agentId: string, span: Span, session: ClientSession): Promise<Counts[]> {
    const { counters } = this.#sources;
    const { days, edges } = splitSpan(span);
    const found = days ? await counters.find(caller, { agents: [agentId], days }, session) : [];
    return [...found, await this.#countEdges(caller, agentId, edges, session)];
  }

  /** Counts an agent's records in the edges of a span. */
  async #countEdges(caller: Caller, agentId: string, edges: readonly Span[], session: ClientSession): Promise<Counts> {
    const totals = new CounterTotals();
    for (const edge of edges) {
      for (const { agent_id, counts } of await this.#countEdge(caller, edge, agentId === wholeWorkspace, session)) {
        if (agent_id === agentId) totals.add(counts);
      }
    }
    return { counts: totals.toCounts() };
  }

  /**
   * Counts the records in an edge of a span. The workspace's counters include the leads created in the edge, and
   * agents' counters the leads assigned in it. Both include the deals closed in it. Excludes all-time counters.
   */
  async #countEdge(caller: Caller, edge: Span, isOfWorkspace: boolean, session: ClientSession): Promise<Counter[]> {
    const { leads } = this.#sources;
    const time = isOfWorkspace ? 'created_at' : 'assigned_at';
    const ofLeads = await leads.countIn(caller, time, edge, session);
    const all = [...ofLeads, ...(await this.#countDeals(caller, edge, session))];
    // A lead also has counters that belong to other times. Drop them.
    return all.filter(({ agent_id, day }) => day !== allTime && (agent_id === wholeWorkspace) === isOfWorkspace);
  }

  async #countDeals(caller: Caller, span: Span, session: ClientSession): Promise<Counter[]> {
    const { deals, invoices } = this.#sources;
    const closed = await deals.listClosed(caller, span, session);
    const counters: Counter[] = [];
    for (let start = 0; start < closed.length; start += maxBatch) {
      const batch = await completeTotals(invoices, caller, closed.slice(start, start + maxBatch), session);
      counters.push(...batch.flatMap(countDeal));
    }
    return counters;
  }
}
