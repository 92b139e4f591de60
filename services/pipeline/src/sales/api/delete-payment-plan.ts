import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';

/** DELETE /v1/payment-plans/:id */
export function deletePaymentPlan({ paymentPlans, deals, sales }: Context): Handler {
  return (call) => {
    const { caller, path, header } = call;
    const id = path('id');
    return paymentPlans.remove(call, id, {
      assert: (plan) => assertIfMatch(header, plan),
      isUsed: async (session) =>
        (await deals.usePlan(caller, id, session)) || (await sales.usePlan(caller, id, session)),
    });
  };
}
