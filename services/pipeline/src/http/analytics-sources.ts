import { ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { type PeriodQuery, periodOf } from '../domain/period.js';
import { sourceReport } from '../domain/source-report.js';
import { whole } from '../domain/tally.js';

/** GET /v1/analytics/sources */
export function analyticsSources({ tallies, clock }: Context): Handler<unknown, PeriodQuery> {
  return async ({ caller, query }) => {
    const period = periodOf(query, clock());
    const days = { from: period.start_date, to: period.end_date };
    const [found = []] = await tallies.read(caller, [{ agents: [whole], days }]);
    return ok({ ...period, sources: sourceReport(found) });
  };
}
