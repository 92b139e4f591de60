import { ok } from '@plotline/kit/core/answer';
import { type PeriodQuery, parsePeriod, toDays } from '@plotline/kit/core/period';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { createHoldReport } from '../model/hold-report.js';

/** GET /v1/analytics/holds */
export function getAnalyticsHolds({ holdCounts, clock }: Context): Handler<unknown, PeriodQuery> {
  return async ({ caller, query }) => {
    const period = parsePeriod(query, clock(), caller.timeZone);
    const counted = await holdCounts.read(caller, toDays(period, caller.timeZone));
    return ok({ ...period, ...createHoldReport(counted) });
  };
}
