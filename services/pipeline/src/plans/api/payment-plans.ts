import { created, ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import { invalid, notFound } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { findInstalmentFaults, type InstalmentBody, readInstalments } from '../model/instalment-faults.js';
import { createPaymentPlan as create, editPlan, type PaymentPlan } from '../model/payment-plan.js';
import { toPaymentPlanJson } from '../model/payment-plan-json.js';
import type { PaymentPlanQuery } from '../store/payment-plans.js';

interface PlanBody {
  readonly name?: string;
  readonly instalments?: readonly InstalmentBody[];
}

interface NewPlanBody extends PlanBody {
  readonly name: string;
  readonly instalments: readonly InstalmentBody[];
}

interface FieldsQuery {
  readonly fields?: readonly string[];
}

const findFaults = ({ instalments }: PlanBody) => (instalments ? findInstalmentFaults(instalments) : []);

/** POST /v1/payment-plans */
export function createPaymentPlan({ paymentPlans }: Context): InspectingHandler {
  return {
    handle: (call: Call<NewPlanBody>) => {
      const { name, instalments } = call.body;
      const faults = findFaults(call.body);
      if (faults.length > 0) throw invalid(...faults);
      const fields = { name: name.trim(), instalments: readInstalments(instalments) };
      const id = newId('plan');
      return paymentPlans.add(
        call,
        (now) => create(fields, id, now),
        (plan) => withVersion(created(toPaymentPlanJson(plan)), plan.version),
      );
    },
    inspect: async ({ body }: Call<PlanBody>) => findFaults(body),
  };
}

/** GET /v1/payment-plans */
export function listPaymentPlans({ paymentPlans }: Context): Handler<unknown, PaymentPlanQuery & FieldsQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await paymentPlans.list(caller, query);
    const shown = records.map((plan) => selectFields(toPaymentPlanJson(plan), query.fields));
    return page(shown, info);
  };
}

/** GET /v1/payment-plans/:id */
export function getPaymentPlan({ paymentPlans }: Context): Handler<unknown, FieldsQuery> {
  return async ({ caller, path, query }) => {
    const plan = await paymentPlans.get(caller, path('id'));
    if (!plan) throw notFound();
    return withVersion(ok(selectFields(toPaymentPlanJson(plan), query.fields)), plan.version);
  };
}

/** PUT /v1/payment-plans/:id */
export function updatePaymentPlan({ paymentPlans }: Context): InspectingHandler {
  return {
    handle: (call: Call<PlanBody>) => {
      const { path, body, header } = call;
      const faults = findFaults(body);
      const decide = (before: PaymentPlan, now: Date) => {
        if (faults.length > 0) throw invalid(...faults);
        assertIfMatch(header, before);
        const { name = before.name, instalments } = body;
        return editPlan(
          before,
          { name: name.trim(), instalments: instalments ? readInstalments(instalments) : before.instalments },
          now,
        );
      };
      return paymentPlans.change(call, path('id'), decide, (plan) =>
        withVersion(ok(toPaymentPlanJson(plan)), plan.version),
      );
    },
    inspect: async ({ body }: Call<PlanBody>) => findFaults(body),
  };
}
