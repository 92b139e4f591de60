import type { DueRecord, ReminderKind } from './due-notice.js';

/** State of a task or a hold, as an event tells it. */
export interface RemindedState extends Omit<DueRecord, 'agentId'> {
  /** Agent to remind; null if there is none, or if the record needs no reminder any more. */
  readonly agentId: string | null;
  /** Time of the reminder. */
  readonly remindAt: Date;
  /** Time of the change. It grows with each change of the record. */
  readonly changedAt: Date;
}

/** Reminder of a task or a hold, with its id. */
export interface Reminder {
  readonly id: string;
  readonly version: number;
  /** Time at which it is due, or at which it can be removed. */
  readonly resume_at: Date;
  readonly kind: ReminderKind;
  readonly lead_id: string;
  /** Property of a hold. */
  readonly property_id: string | null;
  readonly title: string;
  /** Agent to remind; null for a record of which nobody is reminded. */
  readonly agent_id: string | null;
  readonly due_at: Date;
  /** Time of the last change that is known. An event of an earlier change comes late, and is left out. */
  readonly changed_at: Date;
  readonly created_at: Date;
}

/** A reminder of nobody is kept this long, because an event of an earlier change may come after the last one. */
const keptMs = 24 * 3_600_000;

/**
 * Returns the reminder after a change of its record; null if a later change is known. Nobody is reminded if the time
 * was over when the record changed: imports bring many overdue tasks.
 */
export function followRecord(before: Reminder | null, state: RemindedState, now: Date): Reminder | null {
  const { kind, recordId, leadId, propertyId, title, dueAt, remindAt, changedAt } = state;
  if (before && before.changed_at >= changedAt) return null;
  const agentId = remindAt > changedAt ? state.agentId : null;
  return {
    ...(before ?? { id: recordId, version: 1, created_at: now }),
    kind,
    lead_id: leadId,
    property_id: propertyId,
    title,
    agent_id: agentId,
    due_at: dueAt,
    changed_at: changedAt,
    resume_at: agentId === null ? new Date(now.getTime() + keptMs) : remindAt,
  };
}

/** Returns the record of which somebody is to be reminded; null if nobody is. */
export function toDueRecord({ id, kind, lead_id, property_id, agent_id, title, due_at }: Reminder): DueRecord | null {
  if (agent_id === null) return null;
  return { kind, recordId: id, leadId: lead_id, propertyId: property_id, agentId: agent_id, title, dueAt: due_at };
}
