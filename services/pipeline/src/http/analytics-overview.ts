import { ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { overviewOf } from '../domain/overview.js';
import { type PeriodQuery, periodOf, precedingPeriod } from '../domain/period.js';
import { whole } from '../domain/tally.js';

const lastDay = '9999-12-31';

/** GET /v1/analytics/overview */
export function analyticsOverview({ tallies, units, clock }: Context): Handler<unknown, PeriodQuery> {
  return async ({ caller, query }) => {
    const period = periodOf(query, clock());
    const previous = precedingPeriod(period);
    const days = { from: previous.start_date, to: lastDay };
    const [counted, by_status] = await Promise.all([
      tallies.read(caller, [
        { agents: [whole], days: whole },
        { agents: [whole], days },
      ]),
      units.countByStatus(caller),
    ]);
    const [total = [], daily = []] = counted;
    const overview = overviewOf(total, daily, period);
    return ok({ ...overview, units: { by_status }, previous: overviewOf(total, daily, previous) });
  };
}
