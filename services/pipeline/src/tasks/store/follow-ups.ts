import type { Tenant } from '@plotline/kit/core/caller';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import type { Collection, WritableRecords } from '@plotline/kit/store/records/collection';
import type { Insertion, RecordChange } from '@plotline/kit/store/records/guarded-update';
import type { ClientSession } from 'mongoose';
import type { Lead } from '../../leads/model/lead.js';
import type { FollowUpTasks } from '../../leads/store/follow-up-tasks.js';
import { createFollowUpTask, followLead, type TaskChange } from '../model/follow-up-task.js';
import type { Task } from '../model/task.js';
import { describeChange, describeCreation, describeDeletion, hideEntry } from './task-entries.js';

/** Returns whether the change of a lead may affect its own follow-up task. */
function concernsTask({ before, after }: RecordChange<Lead>): boolean {
  return (
    (before.follow_up_task ?? null) !== (after.follow_up_task ?? null) ||
    before.follow_up_at?.getTime() !== after.follow_up_at?.getTime() ||
    (Boolean(after.follow_up_task) && before.assigned_agent !== after.assigned_agent)
  );
}

/**
 * Returns the changed task with a time after its last change. Otherwise it would get the time of its lead, and the task
 * may be newer than that.
 */
function withLaterTime(before: Task, after: Task): Task {
  if (after.updated_at > before.updated_at) return after;
  return { ...after, updated_at: new Date(before.updated_at.getTime() + 1) };
}

/**
 * Stores the tasks of the leads' own follow-ups. Their entries aren't shown, because the entries of the leads already
 * report the change.
 */
export class FollowUps implements FollowUpTasks {
  readonly #collection: Collection<Task>;

  constructor(collection: Collection<Task>) {
    this.#collection = collection;
  }

  toInsertions(tenant: Tenant, leads: readonly Lead[]): Insertion[] {
    const tasks = leads.flatMap((lead) => createFollowUpTask(lead) ?? []);
    return tasks.length === 0 ? [] : [this.#collection.in(tenant).toInsertion(tasks)];
  }

  describeNew(lead: Lead): EntryInput[] {
    const task = createFollowUpTask(lead);
    return task ? [hideEntry(describeCreation(task))] : [];
  }

  async save(tenant: Tenant, changes: readonly RecordChange<Lead>[], session: ClientSession): Promise<EntryInput[]> {
    const concerned = changes.filter(concernsTask);
    if (concerned.length === 0) return [];
    const records = this.#collection.in(tenant);
    const ids = concerned.flatMap(({ before, after }) => before.follow_up_task ?? after.follow_up_task ?? []);
    const found = await records.find({ _id: { $in: [...new Set(ids)] } }, { session });
    const stored = new Map(found.map((task) => [task.id, task]));
    const entries: EntryInput[] = [];
    for (const { before, after } of concerned) {
      const task = stored.get(before.follow_up_task ?? after.follow_up_task ?? '') ?? null;
      entries.push(...(await this.#store(records, followLead(before, after, task), after.updated_at, session)));
    }
    return entries.map(hideEntry);
  }

  async #store(
    records: WritableRecords<Task>,
    { before, after }: TaskChange,
    now: Date,
    session: ClientSession,
  ): Promise<EntryInput[]> {
    if (before === after) return [];
    if (before && after) {
      const changed = await records.change(before, withLaterTime(before, after), session);
      return [describeChange(before, changed)];
    }
    if (after) {
      await records.insert([after], session);
      return [describeCreation(after)];
    }
    if (!before) return [];
    await records.delete({ _id: before.id, version: before.version }, session);
    return [describeDeletion(before, now)];
  }
}
