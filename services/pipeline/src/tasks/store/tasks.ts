import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { type Listed, listRecords, type Walked, type WalkPage, walkRecords } from '@plotline/kit/store/lists/list';
import { planList } from '@plotline/kit/store/lists/list-plan';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { ClientSession } from 'mongoose';
import type { LeadMove } from '../../leads/model/merge-leads.js';
import type { NewAssignment } from '../../leads/model/reassignment.js';
import { reassignTask, type Task } from '../model/task.js';
import { describeChange } from './task-entries.js';
import { type TaskQuery, taskPaths, toTaskFilter } from './task-query.js';

/** Open tasks of an agent, assigned before a time. */
export interface AgentTasks {
  readonly agentId: string;
  readonly before: Date;
  readonly limit: number;
}

/** Stored tasks of leads. */
export class Tasks {
  readonly #collection: Collection<Task>;
  readonly #runtime: Pick<ServiceRuntime, 'journal'>;

  constructor(runtime: Pick<ServiceRuntime, 'journal'>, collection: Collection<Task>) {
    this.#runtime = runtime;
    this.#collection = collection;
  }

  get(tenant: Tenant, id: string, session?: ClientSession): Promise<Task | null> {
    return this.#collection.in(tenant).get(id, session);
  }

  /** Reads one page of a list. Throws VALIDATION_ERROR for a malformed cursor. */
  async list(tenant: Tenant, query: TaskQuery): Promise<Listed<Task>> {
    const records = this.#collection.in(tenant);
    const plan = await planList(records, taskPaths, { filter: toTaskFilter(query), sort: query.sort });
    return listRecords(records, plan, query);
  }

  /** Reads one page of the tasks that match the query. */
  async walk(tenant: Tenant, query: TaskQuery, page: WalkPage): Promise<Walked<Task>> {
    const records = this.#collection.in(tenant);
    const plan = await planList(records, taskPaths, { filter: toTaskFilter(query), sort: query.sort });
    return walkRecords(records, plan, page);
  }

  /** Counts the open tasks of a lead up to a limit. */
  countOpen(tenant: Tenant, leadId: string, limit: number, session: ClientSession): Promise<number> {
    const filter = { lead_id: leadId, 'derived.done': false };
    return this.#collection.in(tenant).count(filter, { hint: 'lead_done_due', limit, session });
  }

  /** Returns the due time of a lead's earliest open task other than `except`. Returns null if there is none. */
  async findEarliestDue(tenant: Tenant, leadId: string, except: string | null, session?: ClientSession) {
    const filter = { lead_id: leadId, 'derived.done': false, ...(except !== null && { _id: { $ne: except } }) };
    const options = { hint: 'lead_done_due', sort: { due_at: 1, _id: 1 }, limit: 1 } as const;
    const [first] = await this.#collection.in(tenant).find(filter, { ...options, ...(session && { session }) });
    return first?.due_at ?? null;
  }

  /**
   * Finds the due times of leads' open tasks, for a rebuild. The leads' own follow-up tasks are listed by task id, and
   * the earliest of the other tasks by lead id.
   */
  async findDueTimes(tenant: Tenant, leadIds: readonly string[], ownIds: readonly string[]) {
    const isOwn = { $in: ['$_id', { $literal: [...ownIds] }] };
    const stages = [
      { $match: { lead_id: { $in: [...leadIds] }, 'derived.done': false } },
      { $group: { _id: { $cond: [isOwn, '$_id', '$lead_id'] }, due_at: { $min: '$due_at' } } },
    ];
    const options = { hint: 'lead_done_due' };
    const rows = await this.#collection.in(tenant).aggregate<{ _id: string; due_at: Date }>(stages, options);
    return new Map(rows.map(({ _id, due_at }) => [_id, due_at]));
  }

  async add(tenant: Tenant, task: Task, session: ClientSession): Promise<void> {
    await this.#collection.in(tenant).insert([task], session);
  }

  /** Writes the task with the next version, and resolves to it. Throws VersionConflict. */
  change(tenant: Tenant, before: Task, after: Task, session: ClientSession): Promise<Task> {
    return this.#collection.in(tenant).change(before, after, session);
  }

  /** Deletes the task if it still has the version that this transaction read. */
  async remove(tenant: Tenant, { id, version }: Task, session: ClientSession): Promise<void> {
    await this.#collection.in(tenant).delete({ _id: id, version }, session);
  }

  /** Returns the tasks of these leads. */
  findOfLeads(tenant: Tenant, leadIds: readonly string[], session?: ClientSession): Promise<Task[]> {
    const options = { hint: 'lead_id', ...(session && { session }) };
    return this.#collection.in(tenant).find({ lead_id: { $in: [...leadIds] } }, options);
  }

  /** Moves all tasks of a merged lead to the survivor, in the transaction that merges them. */
  async moveToLead(tenant: Tenant, { from, to, at }: LeadMove, session: ClientSession): Promise<void> {
    const update = { $set: { lead_id: to, updated_at: at }, $inc: { version: 1 } };
    await this.#collection.in(tenant).updateMany({ lead_id: from }, update, session);
  }

  /** Deletes all tasks of leads that are erased in the same transaction. */
  async removeOfLeads(tenant: Tenant, leadIds: readonly string[], session: ClientSession): Promise<void> {
    await this.#collection.in(tenant).delete({ lead_id: { $in: [...leadIds] } }, session);
  }

  /**
   * Reassigns up to `limit` open tasks of an agent in one transaction, each to the agent that `find` returns, if any.
   * Resolves to the number of changed tasks.
   */
  async reassignBatch(
    command: Command,
    { agentId, before, limit }: AgentTasks,
    find: (task: Task) => NewAssignment | null,
  ): Promise<number> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    const filter = { assigned_agent: agentId, 'derived.done': false, assigned_at: { $lt: before } };
    const { result } = await this.#runtime.journal.commit(command, async (session, time) => {
      const found = await records.find(filter, { hint: 'agent_done_due', limit, session });
      const now = time.after(...found);
      const pairs = found
        .map((task) => ({ before: task, after: reassignTask(task, find(task), now) }))
        .filter((pair) => pair.after !== pair.before);
      await records.changeAll(pairs, session);
      // A chain of reassignments that leads back to the same agent changes no public field.
      const moved = pairs.filter((pair) => pair.after.assigned_agent !== agentId);
      const entries = moved.map((pair) =>
        describeChange(pair.before, { ...pair.after, version: pair.before.version + 1 }),
      );
      return { entries, result: pairs.length };
    });
    return result;
  }
}
