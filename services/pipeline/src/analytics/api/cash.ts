import { ok } from '@plotline/kit/core/answer';
import { type PeriodQuery, parsePeriod } from '@plotline/kit/core/period';
import { toLocalDay } from '@plotline/kit/core/time-zone';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { createCashReport } from '../model/cash-report.js';

/** GET /v1/analytics/cash */
export function getAnalyticsCash({
  clock,
  counters,
  instalments,
  invoices,
  payments,
}: Pick<Context, 'clock' | 'counters' | 'instalments' | 'invoices' | 'payments'>): Handler<unknown, PeriodQuery> {
  return async ({ caller, query }) => {
    const now = clock();
    const period = parsePeriod(query, now, caller.timeZone);
    const today = toLocalDay(now, caller.timeZone);
    const sums = await counters.inSnapshot(caller, async (session) => ({
      received: await payments.sumReceived(caller, period, session),
      due: await instalments.sumDue(caller, period, session),
      overdue: await invoices.sumOverdue(caller, today, session),
    }));
    return ok(createCashReport(sums, period));
  };
}
