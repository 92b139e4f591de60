import type { Answer } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { conflict, invalid, notFound } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import { createTask, isOpen, maxOpenTasks, type NewTask, type Task } from '../model/task.js';
import { describeChange, describeCreation, describeDeletion } from '../store/task-entries.js';
import { type SyncContext, syncLead } from './sync-lead.js';

export type TaskContext = SyncContext & Pick<Context, 'leads' | 'runtime'>;

export const unknownLead = { field: 'lead_id', message: 'must be the id of a lead of this workspace' };

/** Throws CONFLICT when the lead has as many open tasks as allowed. */
async function refuseTooMany({ tasks }: TaskContext, caller: Caller, leadId: string, session: TransactionSession) {
  if ((await tasks.countOpen(caller, leadId, maxOpenTasks, session)) < maxOpenTasks) return;
  throw conflict(
    'The lead already has the maximum number of open tasks. Complete or delete one first.',
    'open_task_limit_reached',
    {
      lead_id: leadId,
      limit: maxOpenTasks,
    },
  );
}

/**
 * Stores a new task, which may become its lead's next follow-up. Rejects with VALIDATION_ERROR if the lead doesn't
 * exist, and with CONFLICT if the lead has too many open tasks.
 */
export function addTask(
  context: TaskContext,
  command: Command,
  input: NewTask & { readonly id: string },
  toAnswer: (task: Task) => Answer,
): Promise<Answer> {
  const { leads, tasks, runtime } = context;
  const { caller } = command;
  const { id, ...fields } = input;
  return retryOnConflict(async () => {
    const { answer } = await runtime.journal.commit(command, async (session, time) => {
      const lead = await leads.get(caller, fields.lead_id, session);
      if (!lead) throw invalid(unknownLead);
      await refuseTooMany(context, caller, lead.id, session);
      const now = time.after(lead);
      const task = createTask(fields, id, now);
      await tasks.add(caller, task, session);
      const ofLead = await syncLead(context, caller, lead, now, session);
      return { entries: [describeCreation(task), ...ofLead], answer: toAnswer(task) };
    });
    return answer;
  });
}

const noEntries: readonly EntryInput[] = [];

/** Change of a task. */
export interface TaskDecision {
  readonly id: string;
  /**
   * Decides the next state of the task. Null deletes the task, and the same task means that nothing changes. May throw
   * a Problem. Runs again if the transaction is repeated.
   */
  readonly decide: (task: Task, now: Date) => Task | null;
  /** Returns the answer from the stored task; null when it was deleted. */
  readonly toAnswer: (task: Task | null) => Answer;
}

/**
 * Applies a decision to a task, and updates the next follow-up of its lead in the same transaction. Rejects with
 * NOT_FOUND or with the error that `decide` throws. Rejects with CONFLICT if a task can't be reopened because the lead
 * has too many open tasks.
 */
export function changeTask(
  context: TaskContext,
  command: Command,
  { id, decide, toAnswer }: TaskDecision,
): Promise<Answer> {
  const { leads, tasks, runtime } = context;
  const { caller } = command;

  async function store(before: Task, after: Task | null, now: Date, session: TransactionSession) {
    if (!after) {
      await tasks.remove(caller, before, session);
      return { stored: null, entry: describeDeletion(before, now) };
    }
    if (!isOpen(before) && isOpen(after)) await refuseTooMany(context, caller, before.lead_id, session);
    const stored = await tasks.change(caller, before, after, session);
    return { stored, entry: describeChange(before, stored) };
  }

  return retryOnConflict(async () => {
    const { answer } = await runtime.journal.commit(command, async (session, time) => {
      const before = await tasks.get(caller, id, session);
      const lead = before && (await leads.get(caller, before.lead_id, session));
      if (!before || !lead) throw notFound();
      const now = time.after(before, lead);
      const after = decide(before, now);
      if (after === before) return { entries: noEntries, answer: toAnswer(before) };
      const { stored, entry } = await store(before, after, now, session);
      const ofLead = await syncLead(context, caller, lead, now, session);
      return { entries: [entry, ...ofLead], answer: toAnswer(stored) };
    });
    return answer;
  });
}
