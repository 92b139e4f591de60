import type { Caller, Mode, Tenant } from '@plotline/kit/caller';
import { assertBeforeDeadline, backgroundBudgetMs } from '@plotline/kit/deadline';
import { newId } from '@plotline/kit/ids';
import { type Collection, type Owned, recordSchema, type Versioned } from '@plotline/kit/mongo/collection';
import { runInTransaction } from '@plotline/kit/mongo/transaction';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { type ClientSession, Schema } from 'mongoose';
import { balance, type Tally } from '../domain/tally.js';
import { isWanted, type TallyQuery, tallyFilter } from './tally-query.js';

interface StoredTally extends Versioned, Tally {}

/** By how much tallies have changed with one change of a record; waits to be folded into the tallies. */
interface TallyChange extends Versioned {
  readonly tallies: readonly Tally[];
}

/** Another replica folded the same changes. */
class FoldedAlready extends Error {}

const batch = 500;
/** A reader meets at most so many changes; more are folded first. */
const mostWaiting = 2_000;

/**
 * Figures that are exact at every moment at a constant price. A change of a record appends by how much they change, in its
 * own transaction, so that writers never wait for one another; a worker folds what was appended into the tallies; a reader
 * adds up the tallies and what still waits, seen in one snapshot.
 */
export class Tallies {
  readonly #runtime: ServiceRuntime;
  readonly #tallies: Collection<StoredTally>;
  readonly #changes: Collection<TallyChange>;

  constructor(runtime: ServiceRuntime) {
    this.#runtime = runtime;
    this.#tallies = runtime.collection<StoredTally>({
      name: 'tallies',
      schema: recordSchema({ agent_id: String, day: String, counts: Schema.Types.Mixed }),
      indexes: [
        { name: 'agent_day', keys: { workspace_id: 1, agent_id: 1, day: 1 }, unique: true },
        { name: 'day', keys: { workspace_id: 1, day: 1, agent_id: 1 } },
      ],
    });
    this.#changes = runtime.collection<TallyChange>({
      name: 'tally_changes',
      schema: recordSchema({ tallies: Schema.Types.Mixed }),
      indexes: [{ name: 'workspace', keys: { workspace_id: 1, _id: 1 } }],
    });
  }

  /** Within the transaction of a change: what counted before no longer does, what counts after does. */
  async record(
    tenant: Tenant,
    before: readonly Tally[],
    after: readonly Tally[],
    session: ClientSession,
  ): Promise<void> {
    const tallies = balance(after, before);
    if (tallies.length > 0) await this.#changes.in(tenant).insert([{ id: newId('tly'), version: 1, tallies }], session);
  }

  /** The tallies that are wanted, one for each agent and day, exact at one moment. */
  async read(caller: Caller, queries: readonly TallyQuery[]): Promise<Tally[][]> {
    while ((await this.#changes.in(caller).count({}, { limit: mostWaiting })) === mostWaiting) {
      assertBeforeDeadline(caller.deadline);
      await this.fold(caller.mode);
    }
    return runInTransaction(this.#runtime.databases[caller.mode], caller.deadline, async (session) => {
      const waiting = await this.#changes.in(caller).find({}, { session, hint: 'workspace' });
      const changes = waiting.flatMap(({ tallies }) => tallies);
      const found: Tally[][] = [];
      for (const query of queries) {
        const { filter, hint } = tallyFilter(query);
        const stored = await this.#tallies.in(caller).find(filter, { hint, session });
        found.push(balance([...stored, ...changes.filter((tally) => isWanted(query, tally))]));
      }
      return found;
    });
  }

  /** Folds the oldest changes into the tallies; resolves to their number. */
  async fold(mode: Mode): Promise<number> {
    const changes = this.#changes.acrossWorkspaces(mode);
    const oldest = await changes.find({}, { sort: { _id: 1 }, limit: batch });
    if (oldest.length === 0) return 0;
    const ids = oldest.map(({ id }) => id);
    const folding = runInTransaction(
      this.#runtime.databases[mode],
      Date.now() + backgroundBudgetMs,
      async (session) => {
        if ((await changes.delete({ _id: { $in: ids } }, session)) < ids.length) throw new FoldedAlready();
        for (const workspaceId of new Set(oldest.map(({ workspace_id }) => workspace_id))) {
          await this.#foldInto({ workspaceId, mode }, oldest, session);
        }
      },
    );
    await folding.catch((error: unknown) => {
      if (!(error instanceof FoldedAlready)) throw error;
    });
    return ids.length;
  }

  async #foldInto(tenant: Tenant, changes: readonly Owned<TallyChange>[], session: ClientSession): Promise<void> {
    const own = changes.filter(({ workspace_id }) => workspace_id === tenant.workspaceId);
    for (const { agent_id, day, counts } of balance(own.flatMap(({ tallies }) => tallies))) {
      const added = Object.entries(counts).map(([name, count]) => [`counts.${name}`, count]);
      const update = { $inc: { ...Object.fromEntries(added), version: 1 }, $set: { agent_id, day } };
      const _id = `${tenant.workspaceId}/${agent_id}/${day}`;
      await this.#tallies.in(tenant).findAndUpdate({ _id }, update, { upsert: true, session });
    }
  }
}
