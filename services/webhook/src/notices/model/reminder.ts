import type { DueRecord, ReminderKind } from './due-notice.js';

/** State of a task or a hold according to an event. */
export interface RemindedState extends Omit<DueRecord, 'agentId'> {
  /** Agent to remind. Null if there is none, or if the record no longer needs a reminder. */
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
  /** Time at which the reminder is due. If nobody is to be reminded, time at which the reminder can be removed. */
  readonly resume_at: Date;
  readonly kind: ReminderKind;
  readonly lead_id: string;
  /** Property of a hold. */
  readonly property_id: string | null;
  readonly title: string;
  /** Agent to remind. Null if nobody is to be reminded. */
  readonly agent_id: string | null;
  readonly due_at: Date;
  /** Time of the last known change. Events of earlier changes are late, and are ignored. */
  readonly changed_at: Date;
  readonly created_at: Date;
}

/** Time for which a reminder without an agent is kept, because an event of an earlier change may still arrive. */
const keptMs = 24 * 3_600_000;

/**
 * Returns the reminder after a change of its record. Returns null if a later change is known. Nobody is reminded if the
 * time had already passed when the record changed, because imports contain many overdue tasks.
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

/** Returns the record to send a reminder about. Returns null if nobody is to be reminded. */
export function toDueRecord({ id, kind, lead_id, property_id, agent_id, title, due_at }: Reminder): DueRecord | null {
  if (agent_id === null) return null;
  return { kind, recordId: id, leadId: lead_id, propertyId: property_id, agentId: agent_id, title, dueAt: due_at };
}
