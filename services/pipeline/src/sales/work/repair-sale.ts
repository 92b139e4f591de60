import { type Caller, createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { Problem, toProblem } from '@plotline/kit/core/errors';
import { backoff } from '@plotline/kit/core/time';
import { type NextRun, scheduleNextRun } from '@plotline/kit/tasks/deferred-jobs';
import { toLogFields } from '@plotline/kit/telemetry/log';
import type { Context } from '../../context.js';
import { canClose, type Sale } from '../model/sale.js';
import { abandonSale, releaseDelaysMs } from './undo-sale.js';
import { completeSale } from './win-lead.js';

const timeoutMs = 5_000;

/** Creates a caller with the actor of the request that began the sale. */
function createRepairCaller(tenant: Tenant, { actor, fallback_currency, request_id }: Sale): Caller {
  const caller = createSystemCaller(tenant, 'sale-repair', request_id, { budgetMs: timeoutMs });
  return { ...caller, actor, currency: fallback_currency };
}

async function complete(context: Context, caller: Caller, sale: Sale): Promise<void> {
  const lead = await context.leads.get(caller, sale.lead_id);
  if (!lead || (lead.deal_id !== sale.id && !canClose(sale, lead))) {
    // The unit is not sold first. A sale would notify subscribers of something that never took place, and make a
    // reserved unit available.
    await abandonSale(context, caller, sale, { maybeSold: true });
    return;
  }
  try {
    await completeSale(context, { caller }, sale);
  } catch (error) {
    if (!(error instanceof Problem) || ['SERVICE_UNAVAILABLE', 'INTERNAL_ERROR'].includes(error.code)) throw error;
    const fields = { sale: sale.id, reason: error.message, ...toLogFields(caller) };
    context.runtime.log.info(fields, 'sale repair refused');
  }
}

/** Releases the unit. When the last release runs, no request that belongs to the sale can still be running. */
async function release({ units, clock }: Context, caller: Caller, sale: Sale): Promise<NextRun> {
  const { id, unit_id, undone_at } = sale;
  const began = clock();
  if (unit_id !== null) {
    await units.release(caller, unit_id, id).catch((error: unknown) => {
      if (toProblem(error).code !== 'NOT_FOUND') throw error;
    });
  }
  const next = undone_at && scheduleNextRun(undone_at, releaseDelaysMs, began);
  return next && { ...next, attempts: 0 };
}

const pauses = { baseMs: 5_000, capMs: 60_000 };

/** Schedules the next attempt after a failure. The delays double, up to a minute. */
export function retrySale({ attempts }: Sale, now: Date): NextRun {
  return { resume_at: new Date(now.getTime() + backoff({ attempt: attempts, ...pauses })), attempts: attempts + 1 };
}

/** Completes a sale that its request left unfinished, or releases the unit of an undone sale. */
export async function repairSale(context: Context, tenant: Tenant, sale: Sale): Promise<NextRun> {
  const caller = createRepairCaller(tenant, sale);
  if (sale.state === 'releasing') return release(context, caller, sale);
  await complete(context, caller, sale);
  // If the sale has ended or become a release, no record with this version exists, so nothing is stored.
  return retrySale(sale, context.clock());
}
