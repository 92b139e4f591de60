import { normalizeName } from '@plotline/kit/core/normalize-text';
import { addDays } from '@plotline/kit/core/time-zone';
import type { Due } from '../../plans/model/payment-plan.js';

export type InstalmentStatus = 'planned' | 'invoiced' | 'paid' | 'cancelled';

/** Part of a deal's value that is invoiced on its own. */
export interface Instalment {
  readonly id: string;
  readonly version: number;
  readonly deal_id: string;
  /** Place in the plan, counted from 0. Not public. */
  readonly position: number;
  /** Property of the deal. Used to find the instalments that wait for the property. Not public. */
  readonly property_id: string;
  readonly label: string;
  readonly percent: number;
  readonly amount: number;
  readonly currency: string;
  readonly due: Due;
  /** Day (`YYYY-MM-DD`) on which the invoice is due; null while unknown. */
  readonly due_on: string | null;
  readonly status: InstalmentStatus;
  readonly invoice_id: string | null;
  /** Days between invoice and due day, according to the workspace's setting at the time of the sale. Not public. */
  readonly lead_days: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/**
 * Returns the day on which a planned instalment is to be invoiced. Returns null if the instalment isn't planned, waits
 * for a milestone or has no due day yet.
 */
export function getInvoiceDay({
  status,
  due,
  due_on,
  lead_days,
}: Pick<Instalment, 'status' | 'due' | 'due_on' | 'lead_days'>): string | null {
  if (status !== 'planned' || due.on === 'milestone' || due_on === null) return null;
  return addDays(due_on, -lead_days);
}

/** Returns a key for instalments that wait for a milestone of a property. */
export function toMilestoneWait(propertyId: string, milestone: string): string {
  return `milestone/${propertyId}/${normalizeName(milestone)}`;
}

/** Returns a key for instalments whose due day depends on the completion of a property. */
export function toCompletionWait(propertyId: string): string {
  return `completion/${propertyId}`;
}

/**
 * Returns the key of the milestone or completion that a planned instalment waits for. Returns null if it waits for
 * neither.
 */
export function getWait({ status, due, property_id }: Instalment): string | null {
  if (status !== 'planned') return null;
  if (due.on === 'milestone') return toMilestoneWait(property_id, due.milestone);
  return due.on === 'completion' ? toCompletionWait(property_id) : null;
}

/**
 * Returns the key of the milestone for which an instalment of an active deal was invoiced, in the form of
 * `toMilestoneWait`. Returns null if there is none.
 */
export function getInvoicingMilestone({ status, due, property_id }: Instalment): string | null {
  const isInvoiced = status === 'invoiced' || status === 'paid';
  return isInvoiced && due.on === 'milestone' ? toMilestoneWait(property_id, due.milestone) : null;
}

/** Returns the instalment with another status. Returns the same instalment if it already has that status. */
export function setStatus(instalment: Instalment, status: InstalmentStatus, now: Date): Instalment {
  if (instalment.status === status) return instalment;
  return { ...instalment, version: instalment.version + 1, status, updated_at: now };
}

/** Returns the planned instalment with another due day. Returns the same instalment if nothing changes. */
export function moveDueDay(instalment: Instalment, dueOn: string | null, now: Date): Instalment {
  if (instalment.status !== 'planned' || instalment.due_on === dueOn) return instalment;
  return { ...instalment, version: instalment.version + 1, due_on: dueOn, updated_at: now };
}
