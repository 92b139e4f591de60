import { type Caller, createSystemCaller, type Mode } from '@plotline/kit/caller';
import { Problem, toProblem } from '@plotline/kit/errors';
import type { Owned } from '@plotline/kit/mongo/collection';
import type { Context } from '../context.js';
import type { Sale } from '../domain/sale.js';
import { completeSale } from './complete-sale.js';
import { nextTryAt } from './sale-times.js';

const budgetMs = 5_000;

/** Completes in the name of whoever began. */
function callerOf(mode: Mode, { workspace_id, actor, fallback_currency, request_id }: Owned<Sale>): Caller {
  const tenant = { workspaceId: workspace_id, mode };
  return { ...createSystemCaller(tenant, 'sale-repair', request_id, budgetMs), actor, currency: fallback_currency };
}

async function sell(context: Context, caller: Caller, sale: Sale): Promise<void> {
  try {
    await completeSale(context, { caller }, sale);
  } catch (error) {
    if (!(error instanceof Problem) || ['SERVICE_UNAVAILABLE', 'INTERNAL_ERROR'].includes(error.code)) throw error;
    context.runtime.log.info({ sale: sale.id, reason: error.message }, 'a sale that was left behind is refused');
  }
}

/** Once more when nobody can sell for this deal any longer: then it is over for good. */
async function release({ units, sales, clock }: Context, caller: Caller, sale: Sale): Promise<void> {
  const { id, unit_id, final_at } = sale;
  const isFinal = final_at === null || final_at <= clock();
  if (unit_id !== null) {
    await units.release(caller, unit_id, id).catch((error: unknown) => {
      if (toProblem(error).code !== 'NOT_FOUND') throw error;
    });
  }
  if (isFinal) await sales.end(caller, id, 'releasing');
  else await sales.postpone(caller, sale, final_at, 0);
}

/** Carries on what a request left behind; what does not succeed is tried again, ever more seldom. */
export async function repairSale(context: Context, mode: Mode, sale: Owned<Sale>): Promise<void> {
  const caller = callerOf(mode, sale);
  try {
    if (sale.state === 'selling') await sell(context, caller, sale);
    else await release(context, caller, sale);
  } catch (error) {
    const { sales, clock, runtime } = context;
    runtime.log.warn({ err: error, sale: sale.id, attempts: sale.attempts }, 'a sale could not be carried on yet');
    await sales.postpone(caller, sale, nextTryAt(clock(), sale.attempts), sale.attempts + 1);
  }
}
