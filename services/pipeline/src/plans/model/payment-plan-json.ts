import type { PaymentPlan } from './payment-plan.js';

/** Renders a payment plan for the public API. */
export function toPaymentPlanJson({ id, name, instalments, archived_at, created_at, updated_at }: PaymentPlan) {
  return { id, name, instalments, archived_at, created_at, updated_at };
}
