import { normalizeName } from '@plotline/kit/core/normalize-text';
import { addDays } from '@plotline/kit/core/time-zone';
import type { Due, PlannedInstalment } from '../../plans/model/payment-plan.js';
import { getInvoiceDay, type Instalment } from './instalment.js';
import { splitAmount } from './split-amount.js';

/** Fields of an instalment that are known before its sale is committed. */
type NewInstalment = Omit<Instalment, 'version' | 'status' | 'invoice_id' | 'created_at' | 'updated_at'>;

/** Instalments of a sale, in the plan's order. */
export interface InstalmentPlan {
  readonly instalments: readonly NewInstalment[];
  /** Due days of the instalments that are invoiced at the sale, by instalment id. */
  readonly due: ReadonlyMap<string, string>;
}

/** Facts that determine the due days of a sale. */
export interface SaleDays {
  /** Day of the sale in the workspace's time zone. */
  readonly today: string;
  /** Expected day of completion of the property; null when unknown. */
  readonly completionDate: string | null;
  /** Milestones that the property has reached. */
  readonly milestones: readonly string[];
}

export interface PlannedDeal {
  readonly dealId: string;
  readonly propertyId: string;
  readonly value: number;
  readonly currency: string;
  readonly leadDays: number;
  /** Returns an id for a new instalment. */
  readonly newId: () => string;
}

/** Last day that can be written as `YYYY-MM-DD`. */
const lastDay = '9999-12-31';

/** Adds days to a day. Returns at most the last day that can be written as `YYYY-MM-DD`. */
export function addDueDays(day: string, days: number): string {
  const sum = addDays(day, days);
  return sum.startsWith('+') ? lastDay : sum;
}

function hasReached(milestone: string, { milestones }: SaleDays): boolean {
  const name = normalizeName(milestone);
  return milestones.some((one) => normalizeName(one) === name);
}

/**
 * Returns the day on which an instalment is due, or null if the day is unknown. For a milestone that was reached before
 * the sale, the days are counted from the sale.
 */
function findDueDay(due: Due, days: SaleDays): string | null {
  if (due.on === 'date') return due.date;
  if (due.on === 'sale') return addDueDays(days.today, due.days);
  if (due.on === 'completion') return days.completionDate && addDueDays(days.completionDate, due.days);
  return hasReached(due.milestone, days) ? addDueDays(days.today, due.days) : null;
}

/**
 * Plans the instalments of a sale. Instalments are invoiced immediately if their invoice day has come or their
 * milestone was reached.
 */
export function planInstalments(
  planned: readonly PlannedInstalment[],
  { dealId, propertyId, value, currency, leadDays, newId }: PlannedDeal,
  days: SaleDays,
): InstalmentPlan {
  const amounts = splitAmount(
    value,
    planned.map(({ percent }) => percent),
    currency,
  );
  const instalments = planned.map(
    (fields, position): NewInstalment => ({
      ...fields,
      id: newId(),
      deal_id: dealId,
      property_id: propertyId,
      position,
      amount: amounts[position] ?? 0,
      currency,
      due_on: findDueDay(fields.due, days),
      lead_days: leadDays,
    }),
  );
  const due = instalments.flatMap((one): [string, string][] => {
    const { id, due_on } = one;
    if (due_on === null) return [];
    const invoiceDay = getInvoiceDay({ ...one, status: 'planned' });
    // An instalment of a reached milestone has no invoice day, because it is invoiced immediately.
    return invoiceDay === null || invoiceDay <= days.today ? [[id, due_on]] : [];
  });
  return { instalments, due: new Map(due) };
}
