import { createBatcher } from '@plotline/kit/batcher';
import type { Tenant } from '@plotline/kit/caller';
import type { TotalRows } from '@plotline/kit/mongo/total';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { allTime, type Counter } from '../domain/counter.js';
import { type CountedTotal, sumTotal } from '../domain/lead-total.js';
import {
  type CounterChange,
  type CounterCollections,
  changesName,
  type StoredCounter,
  toCounterId,
  toHeadId,
} from './counter-collections.js';
import type { Counters } from './counters.js';

/** Totals that are asked for while others of the workspace are read wait for the next read, which gives all of them. */
const maxBatch = 100;
/** With more changes than these, whoever met them has them compacted. */
const maxChanges = 50;
/** A compaction that commits during a read is rare; after so many in a row the leads are counted. */
const maxReads = 3;

interface Question {
  readonly tenant: Tenant;
  readonly agent_id: string;
}

/** Counters of all time by agent; null where they do not tell how many leads there are. */
type Found = ReadonlyMap<string, readonly Counter[]> | null;

/** A counter, a change, or again the head: each has some of the fields. */
type Row = { readonly _id: string; readonly version: number } & Partial<
  Pick<StoredCounter, 'counts' | 'agent_id' | 'unreliable'>
> &
  Partial<CounterChange>;

const toBatchKey = ({ tenant: { mode, workspaceId } }: Question) => `${mode} ${workspaceId}`;

/** The numbers of leads that lists show, from counters and counter changes in place of a count. */
export class LeadTotals {
  readonly #runtime: Pick<ServiceRuntime, 'log'>;
  readonly #collections: CounterCollections;
  readonly #counters: Counters;
  readonly #read: (question: Question) => Promise<Found>;
  readonly #compacting = new Set<string>();

  constructor(runtime: Pick<ServiceRuntime, 'log'>, collections: CounterCollections, counters: Counters) {
    this.#runtime = runtime;
    this.#collections = collections;
    this.#counters = counters;
    this.#read = createBatcher({ key: toBatchKey, maxBatch, run: (questions) => this.#readTogether(questions) });
  }

  /** The total as it is at a moment after the call; null where the leads have to be counted. */
  async find({ mode, workspaceId }: Tenant, total: CountedTotal): Promise<number | null> {
    const { agent_id } = total;
    const tenant = { mode, workspaceId };
    const found = await this.#read({ tenant, agent_id });
    return found && sumTotal(total, found.get(agent_id) ?? []);
  }

  /** What a list reads together with its page for the total; null where the leads have to be counted. */
  async toRows({ mode, workspaceId }: Tenant, total: CountedTotal): Promise<TotalRows<Row> | null> {
    const { agent_id } = total;
    const tenant = { mode, workspaceId };
    const headId = toHeadId(workspaceId);
    const isRow = (one: object): one is Row =>
      'counts' in one || 'counters' in one || ('_id' in one && one._id === headId);
    const toTotal = (rows: readonly Row[]) => {
      const found = this.#addUp(tenant, [agent_id], rows);
      return found ? sumTotal(total, found.get(agent_id) ?? []) : null;
    };
    const { match, stages } = this.#describeRead(tenant, [agent_id]);
    const counters = { coll: this.#collections.counters.declared.name, pipeline: [{ $match: match }] };
    return { stages: [{ $unionWith: counters }, ...stages], isRow, toTotal };
  }

  async #readTogether(questions: readonly Question[]): Promise<Found> {
    const [first] = questions;
    if (!first) return null;
    const { tenant } = first;
    const agentIds = [...new Set(questions.map(({ agent_id }) => agent_id))];
    const { match, stages } = this.#describeRead(tenant, agentIds);
    for (let read = 1; read <= maxReads; read += 1) {
      const rows = await this.#collections.counters.in(tenant).aggregate<Row>([{ $match: match }, ...stages]);
      const found = this.#addUp(tenant, agentIds, rows);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** Null where the counters are unreliable; undefined where a compaction came in between. */
  #addUp(tenant: Tenant, agentIds: readonly string[], rows: readonly Row[]): Found | undefined {
    const headId = toHeadId(tenant.workspaceId);
    const [before, after] = rows.filter(({ _id }) => _id === headId);
    if (before?.unreliable) return null;
    // The first compaction of a workspace creates the head: only the later reading may have it.
    if (before?.version !== after?.version) return undefined;
    const changes = rows.flatMap(({ counters }) => (counters ? [counters] : []));
    if (changes.length > maxChanges) this.#compact(tenant);
    const changed = changes.flat().filter(({ day }) => day === allTime);
    return new Map(
      agentIds.map((agentId) => {
        const stored = rows.filter(({ agent_id }) => agent_id === agentId);
        const counters = stored.map(({ counts = {} }) => ({ agent_id: agentId, day: allTime, counts }));
        return [agentId, [...counters, ...changed.filter(({ agent_id }) => agent_id === agentId)]];
      }),
    );
  }

  /**
   * Counters, then changes, then the version of the head once more, with one call of the database. MongoDB reads the three one after
   * the other, and may show a compaction in between: the versions then differ.
   */
  #describeRead({ workspaceId }: Tenant, agentIds: readonly string[]) {
    const headId = toHeadId(workspaceId);
    const ids = agentIds.map((agentId) => toCounterId(workspaceId, agentId, allTime));
    const own = { workspace_id: workspaceId };
    const again = [{ $match: { _id: headId, ...own } }, { $project: { version: 1 } }];
    return {
      match: { _id: { $in: [...new Set([headId, ...ids])] }, ...own },
      stages: [
        { $unionWith: { coll: changesName, pipeline: [{ $match: own }] } },
        { $unionWith: { coll: this.#collections.counters.declared.name, pipeline: again } },
      ],
    };
  }

  /** In the background. */
  #compact(tenant: Tenant): void {
    const key = `${tenant.mode} ${tenant.workspaceId}`;
    if (this.#compacting.has(key)) return;
    this.#compacting.add(key);
    const { log } = this.#runtime;
    void this.#counters
      .compactChanges(tenant)
      .catch((error: unknown) => log.warn({ err: error, workspace_id: tenant.workspaceId }, 'compaction failed'))
      .finally(() => this.#compacting.delete(key));
  }
}
