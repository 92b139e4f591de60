import type { Tenant } from '@plotline/kit/core/caller';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import type { Insertion, RecordChange } from '@plotline/kit/store/records/guarded-update';
import type { ClientSession } from 'mongoose';
import type { Lead } from '../model/lead.js';

/** Stores the task behind a lead's `next_follow_up`, in the transaction that writes the lead. */
export interface FollowUpTasks {
  /** Returns the tasks of new leads for the transaction that stores the leads. */
  toInsertions(tenant: Tenant, leads: readonly Lead[]): Insertion[];
  /** Creates the entry of a new lead's task. Returns no entry if the lead has no task. */
  describeNew(lead: Lead): EntryInput[];
  /**
   * Creates, moves, reassigns or removes the tasks of changed leads. Resolves to their entries. Throws VersionConflict
   * if a task was changed in the meantime.
   */
  save(tenant: Tenant, changes: readonly RecordChange<Lead>[], session: ClientSession): Promise<EntryInput[]>;
}
