import type { Answer } from '@plotline/kit/core/answer';
import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { invalid, notFound } from '@plotline/kit/core/errors';
import { fromStart, type RebuildProgress, type Rebuilt } from '@plotline/kit/ops/rebuilds/rebuild';
import { rebuildDerived } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { diff } from '@plotline/kit/store/journal/entry';
import {
  type AccessPaths,
  deriveNameKey,
  matchTimeRanges,
  nameOrder,
  type TimeRanges,
  timeRanges,
  withNameOrder,
} from '@plotline/kit/store/lists/access-path';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/store/lists/list';
import { planList } from '@plotline/kit/store/lists/list-plan';
import { type ChangedRecord, changeRecord } from '@plotline/kit/store/records/change-record';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { ClientSession } from 'mongoose';
import { type Team, unknownTeam } from '../model/team.js';
import { lockRecord } from './lock-record.js';

export const teamSchema = createRecordSchema({
  name: String,
  lead_agent_id: String,
  created_at: Date,
  updated_at: Date,
});

/** Derives the sort key for names. */
export const deriveTeam: (team: Team) => Readonly<Record<string, unknown>> = deriveNameKey;

const counts = [{ index: 'created_at' }];

const teamPaths: AccessPaths = {
  ranges: [timeRanges],
  paths: [
    { index: 'created_at' },
    { index: 'updated_at', order: 'updated_at', counts },
    { index: 'name', order: nameOrder, counts },
  ],
};

/** Validated parameters of a list of teams, keyed by name. */
export interface TeamQuery extends ListQuery, TimeRanges {}

/** Stored teams, with their journal entries. */
export class Teams {
  readonly #collection: Collection<Team>;
  readonly #runtime: ServiceRuntime;

  constructor(runtime: ServiceRuntime) {
    this.#runtime = runtime;
    this.#collection = runtime.collection<Team>({
      name: 'teams',
      schema: teamSchema,
      indexes: [
        { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
        { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
        {
          name: 'name',
          version: 2,
          keys: { workspace_id: 1, [nameOrder]: 1, _id: 1 },
          former: { keys: { workspace_id: 1, name: 1, _id: 1 } },
        },
      ],
      derive: deriveTeam,
    });
  }

  async add(command: Command, team: Team, answer: Answer): Promise<void> {
    await this.#runtime.journal.commit(
      command,
      async (session) => {
        await this.#collection.in(command.caller).insert([team], session);
        const description = `Team ${team.name} was created.`;
        return { entries: [{ subject: team.id, type: 'created', description, events: [] }], answer };
      },
      team.created_at,
    );
  }

  get(tenant: Tenant, id: string): Promise<Team | null> {
    return this.#collection.in(tenant).get(id);
  }

  getMany(tenant: Tenant, ids: readonly string[]): Promise<Team[]> {
    return this.#collection.in(tenant).find({ _id: { $in: [...new Set(ids)] } });
  }

  async list(tenant: Tenant, query: TeamQuery): Promise<Listed<Team>> {
    const records = this.#collection.in(tenant);
    const ordered = withNameOrder(query);
    const plan = await planList(records, teamPaths, { filter: matchTimeRanges(query), sort: ordered.sort });
    return listRecords(records, plan, ordered);
  }

  /** Recomputes the derived fields. */
  rebuildDerived(mode: Mode, progress: RebuildProgress = fromStart): Promise<Rebuilt> {
    return rebuildDerived(this.#collection, mode, progress);
  }

  /** Applies a decision to a team. Resolves to the stored team and the response. */
  change(
    command: Command,
    id: string,
    decide: (team: Team, at: Date) => Team,
    toAnswer: (team: Team) => Answer,
  ): Promise<ChangedRecord<Team, Answer>> {
    const decideWithEntry = (before: Team, at: Date) => {
      const record = decide(before, at);
      const changes = diff(before, record);
      if (Object.keys(changes).length === 0) return { record, entries: [] };
      const description = 'The team was changed.';
      return { record, entries: [{ subject: id, type: 'field_update', description, changes, events: [] }] };
    };
    const { journal } = this.#runtime;
    return changeRecord({ collection: this.#collection, journal, command, id, decide: decideWithEntry, toAnswer });
  }

  /**
   * Locks a team in the transaction that adds an agent to it, so that a concurrent deletion of the team causes a
   * conflict. Rejects with VALIDATION_ERROR when the team doesn't exist.
   */
  async lock(tenant: Tenant, id: string, session: ClientSession): Promise<void> {
    if (!(await lockRecord(this.#collection.in(tenant), { _id: id }, session))) throw invalid(unknownTeam);
  }

  /** Deletes a team. `check` runs within the transaction and may throw to prevent this. Rejects with NOT_FOUND. */
  async remove(
    command: Command,
    id: string,
    check: (team: Team, session: ClientSession) => Promise<void>,
  ): Promise<void> {
    const records = this.#collection.in(command.caller);
    await this.#runtime.journal.commit(command, async (session, time) => {
      const team = await records.get(id, session);
      if (!team) throw notFound();
      time.after(team);
      await check(team, session);
      await records.delete({ _id: id }, session);
      const description = `Team ${team.name} was deleted.`;
      return { entries: [{ subject: id, type: 'deleted', description, events: [] }] };
    });
  }
}
