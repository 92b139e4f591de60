import type { Mode, Tenant } from '@plotline/kit/core/caller';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import type { Collection } from '@plotline/kit/store/records/collection';
import { VersionConflict } from '@plotline/kit/store/records/guarded-update';
import { toProjection } from '@plotline/kit/store/records/record-model';
import type { Owned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import type { Lead } from '../model/lead.js';
import type { Leads } from './leads.js';

const plannedFields = ['next_follow_up', 'follow_up_task', 'follow_up_at', 'tasks_due_at', 'updated_at'] as const;

/** Fields of a lead's follow-up. */
export type PlannedLead = Owned<Pick<Lead, 'id' | (typeof plannedFields)[number]>>;

/** Range of leads in the order of their ids, in one workspace or in all. */
export interface LeadRange {
  readonly after: string;
  readonly workspaceId: string | undefined;
  readonly limit: number;
}

/** Stores the follow-ups of leads when their tasks change. */
export class LeadFollowUps {
  readonly #collection: Collection<Lead>;
  readonly #leads: Leads;

  constructor(collection: Collection<Lead>, leads: Leads) {
    this.#collection = collection;
    this.#leads = leads;
  }

  /** Reads leads of every workspace, for a rebuild. */
  findNext(mode: Mode, { after, workspaceId, limit }: LeadRange): Promise<PlannedLead[]> {
    const filter = { _id: { $gt: after }, ...(workspaceId !== undefined && { workspace_id: workspaceId }) };
    const projection = toProjection(['workspace_id', ...plannedFields]);
    return this.#collection.acrossWorkspaces(mode).find(filter, { sort: { _id: 1 }, limit, projection });
  }

  /**
   * Writes the lead that was read in the same transaction, even when nothing changed, so that concurrent changes to its
   * tasks conflict. Resolves to the journal entries. Creates a new version only if `next_follow_up` changes.
   */
  async save(tenant: Tenant, before: Lead, after: Lead, session: ClientSession): Promise<EntryInput[]> {
    const entries = this.#leads.describeChange(before, after);
    if (before.next_follow_up?.getTime() !== after.next_follow_up?.getTime()) {
      await this.#leads.save(tenant, before, after, session);
      return entries;
    }
    const { follow_up_task = null, follow_up_at = null, tasks_due_at = null } = after;
    const update = { $set: { follow_up_task, follow_up_at, tasks_due_at }, $inc: { 'derived.locks': 1 } };
    const unchanged = { _id: before.id, version: before.version };
    if (!(await this.#collection.in(tenant).update(unchanged, update, session))) throw new VersionConflict();
    return [];
  }
}
