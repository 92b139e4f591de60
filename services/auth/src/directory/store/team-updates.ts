import { newId } from '@plotline/kit/core/ids';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Owned } from '@plotline/kit/store/records/records';
import { type DeferredJob, DeferredJobs, resumeIndex } from '@plotline/kit/tasks/deferred-jobs';
import type { ClientSession } from 'mongoose';
import { type TeamUpdate, updateDelayMs } from '../model/team-update.js';
import { liveTenant } from './tenants.js';

/** Update that the team service hasn't received yet. */
export type DeferredUpdate = TeamUpdate & DeferredJob;

const schema = createRecordSchema({
  kind: String,
  agent_id: String,
  email: String,
  name: String,
  at: Date,
  resume_at: Date,
});

/**
 * Updates about committed changes for the team service. They are stored in the live database until the team service has
 * received them.
 */
export class TeamUpdates {
  readonly #collection: Collection<DeferredUpdate>;
  readonly #runtime: ServiceRuntime;
  readonly jobs: DeferredJobs<DeferredUpdate>;

  constructor(runtime: ServiceRuntime) {
    this.#runtime = runtime;
    this.#collection = runtime.collection<DeferredUpdate>({ name: 'team_updates', schema, indexes: [resumeIndex] });
    this.jobs = new DeferredJobs(this.#collection);
  }

  /** Adds an update within the transaction of the change that it reports. A worker sends it if the caller doesn't. */
  async add(session: ClientSession, workspaceId: string, update: TeamUpdate): Promise<Owned<DeferredUpdate>> {
    const resume_at = new Date(this.#runtime.clock().getTime() + updateDelayMs);
    const record: DeferredUpdate = { ...update, id: newId('update'), version: 1, resume_at };
    await this.#collection.in(liveTenant(workspaceId)).insert([record], session);
    this.jobs.announce();
    return { ...record, workspace_id: workspaceId };
  }

  /** Removes an update that the team service has received. */
  async remove({ id, workspace_id }: Owned<Pick<DeferredUpdate, 'id' | 'version'>>): Promise<void> {
    await this.#collection.in(liveTenant(workspace_id)).delete({ _id: id });
  }
}
