import { isDeepStrictEqual } from 'node:util';
import type { ProblemDetail } from '@plotline/kit/core/errors';

/** Due time of an instalment. Days are counted from the sale, the milestone or the completion of the property. */
export type Due =
  | { readonly on: 'sale'; readonly days: number }
  | { readonly on: 'date'; readonly date: string }
  | { readonly on: 'milestone'; readonly milestone: string; readonly days: number }
  | { readonly on: 'completion'; readonly days: number };

/** Part of a plan, or of the terms of a sale. */
export interface PlannedInstalment {
  readonly label: string;
  /** Share of the deal's value, above 0, with up to 4 decimal places. The percents of a plan sum to 100. */
  readonly percent: number;
  readonly due: Due;
}

/** Reusable terms of payment for deals that are paid in instalments. */
export interface PaymentPlan {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly instalments: readonly PlannedInstalment[];
  /** Set when the plan was deleted while deals use it. New deals can't use it. */
  readonly archived_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Fields of a plan that a client writes. */
export type PaymentPlanFields = Pick<PaymentPlan, 'name' | 'instalments'>;

export function createPaymentPlan(fields: PaymentPlanFields, id: string, now: Date): PaymentPlan {
  return { ...fields, id, version: 1, archived_at: null, created_at: now, updated_at: now };
}

/**
 * Returns the plan with the fields. Returns the same plan if the fields don't change anything. Existing deals keep
 * their instalments.
 */
export function editPlan(plan: PaymentPlan, fields: PaymentPlanFields, now: Date): PaymentPlan {
  const edited = { ...plan, ...fields };
  return isDeepStrictEqual(edited, plan) ? plan : { ...edited, updated_at: now };
}

/** Returns the archived plan. */
export function archivePlan(plan: PaymentPlan, now: Date): PaymentPlan {
  return { ...plan, archived_at: now, updated_at: now };
}

/** The error for a plan that doesn't exist or is archived. */
export const unknownPlan: ProblemDetail = {
  field: 'payment_plan_id',
  message: 'must be the id of a payment plan of this workspace that is not archived',
};
