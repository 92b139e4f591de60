import { newId } from '@plotline/kit/core/ids';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Owned } from '@plotline/kit/store/records/records';
import { type DueRecord, DueWork, dueIndex } from '@plotline/kit/tasks/due-work';
import type { ClientSession } from 'mongoose';
import { type TeamUpdate, updateDelayMs } from '../model/team-update.js';
import { liveTenant } from './tenants.js';

/** What the team service is still to be told. */
export type DueUpdate = TeamUpdate & DueRecord;

const schema = createRecordSchema({
  kind: String,
  agent_id: String,
  email: String,
  name: String,
  at: Date,
  due_at: Date,
});

/** What the team service has to be told of a change that is committed here, in the live database, until it has been told. */
export class TeamUpdates {
  readonly #collection: Collection<DueUpdate>;
  readonly #runtime: ServiceRuntime;
  readonly work: DueWork<DueUpdate>;

  constructor(runtime: ServiceRuntime) {
    this.#runtime = runtime;
    this.#collection = runtime.collection<DueUpdate>({ name: 'team_updates', schema, indexes: [dueIndex] });
    this.work = new DueWork(this.#collection);
  }

  /** Adds an update within the transaction of the change that it tells of; a worker passes it on if whoever adds it does not. */
  async add(session: ClientSession, workspaceId: string, update: TeamUpdate): Promise<Owned<DueUpdate>> {
    const due_at = new Date(this.#runtime.clock().getTime() + updateDelayMs);
    const record: DueUpdate = { ...update, id: newId('update'), version: 1, due_at };
    await this.#collection.in(liveTenant(workspaceId)).insert([record], session);
    this.work.announce();
    return { ...record, workspace_id: workspaceId };
  }

  /** Removes an update that the team service was told. */
  async remove({ id, workspace_id }: Owned<Pick<DueUpdate, 'id' | 'version'>>): Promise<void> {
    await this.#collection.in(liveTenant(workspace_id)).delete({ _id: id });
  }
}
