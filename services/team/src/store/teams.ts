import type { Caller, Tenant } from '@plotline/kit/caller';
import { invalid, notFound } from '@plotline/kit/errors';
import { diff } from '@plotline/kit/journal/diff';
import { changeRecord } from '@plotline/kit/mongo/change';
import { type Collection, recordSchema } from '@plotline/kit/mongo/collection';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/mongo/list';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';
import { unknownTeam } from '../domain/references.js';
import type { Team } from '../domain/team.js';
import { lockRecord } from './lock-record.js';

const schema = recordSchema({ name: String, lead_agent_id: String, created_at: Date, updated_at: Date });

/** Teams, with their journal entries. */
export class Teams {
  readonly #collection: Collection<Team>;
  readonly #runtime: ServiceRuntime;

  constructor(runtime: ServiceRuntime) {
    this.#runtime = runtime;
    this.#collection = runtime.collection<Team>({
      name: 'teams',
      schema,
      indexes: [
        { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
        { name: 'name', keys: { workspace_id: 1, name: 1, _id: 1 } },
      ],
    });
  }

  async add(caller: Caller, team: Team): Promise<void> {
    await this.#runtime.journal.commit(caller, async (session) => {
      await this.#collection.in(caller).insert([team], session);
      return [{ subject: team.id, type: 'created', description: `Team ${team.name} was created.`, events: [] }];
    });
  }

  get(tenant: Tenant, id: string): Promise<Team | null> {
    return this.#collection.in(tenant).get(id);
  }

  getMany(tenant: Tenant, ids: readonly string[]): Promise<Team[]> {
    return this.#collection.in(tenant).find({ _id: { $in: [...new Set(ids)] } });
  }

  list(tenant: Tenant, query: ListQuery): Promise<Listed<Team>> {
    return listRecords(this.#collection.in(tenant), {}, query, { hint: query.sort, countHint: 'created_at' });
  }

  /** Applies a decision to a team; resolves to the team as stored. */
  change(caller: Caller, id: string, decide: (team: Team) => Team): Promise<Team> {
    return changeRecord(this.#collection, this.#runtime.journal, caller, id, (before) => {
      const record = decide(before);
      const changes = diff(before, record);
      if (Object.keys(changes).length === 0) return { record, entries: [] };
      const description = 'The team was changed.';
      return { record, entries: [{ subject: id, type: 'field_update', description, changes, events: [] }] };
    });
  }

  /**
   * Locks a team in the transaction that adds an agent to it, so that a concurrent deletion of the team conflicts with it.
   * Rejects with VALIDATION_ERROR when the team does not exist.
   */
  async lock(tenant: Tenant, id: string, session: ClientSession): Promise<void> {
    if (!(await lockRecord(this.#collection.in(tenant), { _id: id }, session))) throw invalid(unknownTeam);
  }

  /** Deletes a team unless `check`, which runs within the transaction, throws. Rejects with NOT_FOUND. */
  async remove(
    caller: Caller,
    id: string,
    check: (team: Team, session: ClientSession) => Promise<void>,
  ): Promise<void> {
    const records = this.#collection.in(caller);
    await this.#runtime.journal.commit(caller, async (session) => {
      const team = await records.get(id, session);
      if (!team) throw notFound();
      await check(team, session);
      await records.delete({ _id: id }, session);
      return [{ subject: id, type: 'deleted', description: `Team ${team.name} was deleted.`, events: [] }];
    });
  }
}
