import { conflict } from '@plotline/kit/core/errors';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type {
  WithdrawMilestoneRequest,
  WithdrawMilestoneResponse,
} from '@plotline/protos/plotline/pipeline/v1/milestones';
import type { Context } from '../../context.js';

/** MilestonesService.WithdrawMilestone */
export function withdrawMilestone({
  instalments,
  milestoneUses,
  runtime,
}: Pick<Context, 'instalments' | 'milestoneUses' | 'runtime'>): RpcHandler<
  WithdrawMilestoneRequest,
  WithdrawMilestoneResponse
> {
  return async ({ milestone_id, property_id, name }, call) => {
    const caller = call.caller();
    await runtime.journal.commit({ caller }, async (session, time) => {
      // The withdrawal is written before the instalments are read, so that an invoice at the same time causes a
      // conflict.
      await milestoneUses.withdraw(caller, milestone_id, time.at, session);
      if (await instalments.isInvoicedBy(caller, property_id, name, session)) {
        const message = 'The milestone has invoiced an instalment of an active deal.';
        throw conflict(message, 'milestone_invoiced', { property_id, name });
      }
      return { entries: [] };
    });
    return {};
  };
}
