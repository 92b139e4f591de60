import { dueMail, type Notice } from './notice.js';

/**
 * Kinds of records that cause reminders. Agents are reminded of tasks when they are due, and of holds a day before they
 * expire.
 */
export type ReminderKind = 'task' | 'hold';

/** Record that an agent is reminded of. */
export interface DueRecord {
  readonly kind: ReminderKind;
  readonly recordId: string;
  readonly leadId: string;
  /** Property of a hold. */
  readonly propertyId: string | null;
  readonly agentId: string;
  /** Title of a task; empty for a hold. */
  readonly title: string;
  readonly dueAt: Date;
}

/** Message that replaces the original after the erasure of the task's lead. */
export const namelessTask = 'A task is due.';

const types = { task: 'task.due', hold: 'hold.expiring' } as const;

const messages = {
  task: { one: ({ title }: DueRecord) => `“${title}” is due.`, many: (count: number) => `${count} tasks are due.` },
  hold: {
    one: () => 'One of your holds expires within a day.',
    many: (count: number) => `${count} of your holds expire within a day.`,
  },
} as const satisfies Record<ReminderKind, object>;

/**
 * Returns the id of a reminder, which contains the record and its time. Each reminder is sent once. A postponed task
 * gets another reminder.
 */
export function toReminderId({ recordId, dueAt }: Pick<DueRecord, 'recordId' | 'dueAt'>): string {
  return `${recordId}@${dueAt.getTime()}`;
}

/** Creates an agent's notice about records of one kind. */
export function reportDue(
  records: readonly [DueRecord, ...DueRecord[]],
  { id, now }: { readonly id: string; readonly now: Date },
): Notice {
  const [first] = records;
  const { kind, recordId, leadId, propertyId, agentId, dueAt } = first;
  const counted = { agent_id: agentId, [`${kind}s`]: records.length };
  const property = propertyId === null ? {} : { property_id: propertyId };
  const report =
    records.length === 1
      ? {
          message: messages[kind].one(first),
          subject: { type: kind, id: recordId },
          data: { ...counted, lead_id: leadId, due_at: dueAt, ...property },
          lead_id: leadId,
        }
      : {
          message: messages[kind].many(records.length),
          subject: { type: 'agent', id: agentId },
          data: counted,
        };
  return {
    id,
    version: 1,
    type: types[kind],
    ...report,
    recipient: agentId,
    scope: 'read:leads',
    created_at: now,
    updated_at: now,
    mail: dueMail,
  };
}
