import { ok } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { allTime, type Counter, wholeWorkspace } from '../../counters/model/counter.js';
import { createAgentReport } from '../model/agent-report.js';
import { createFunnel } from '../model/funnel.js';
import { createOverview } from '../model/overview.js';
import { getPrecedingPeriod, type Period, type PeriodQuery, parsePeriod } from '../model/period.js';
import { createSourceReport } from '../model/source-report.js';

const lastDay = '9999-12-31';

/** Reads the daily counters of the workspace. */
async function readDays({ counters }: Context, caller: Caller, period: Period): Promise<readonly Counter[]> {
  const { start_date: from, end_date: to } = period;
  const [found = []] = await counters.read(caller, [{ agents: [wholeWorkspace], days: { from, to } }]);
  return found;
}

/** GET /v1/analytics/overview */
export function getAnalyticsOverview({ counters, units, clock }: Context): Handler<unknown, PeriodQuery> {
  return async ({ caller, query }) => {
    const period = parsePeriod(query, clock());
    const previous = getPrecedingPeriod(period);
    const days = { from: previous.start_date, to: lastDay };
    const agents = [wholeWorkspace];
    const [[total = [], daily = []], by_status] = await Promise.all([
      counters.read(caller, [
        { agents, days: allTime },
        { agents, days },
      ]),
      units.countByStatus(caller),
    ]);
    const overview = createOverview(total, daily, period);
    return ok({ ...overview, units: { by_status }, previous: createOverview(total, daily, previous) });
  };
}

/** GET /v1/analytics/funnel */
export function getAnalyticsFunnel(context: Context): Handler<unknown, PeriodQuery> {
  return async ({ caller, query }) => {
    const period = parsePeriod(query, context.clock());
    return ok({ ...period, ...createFunnel(await readDays(context, caller, period)) });
  };
}

/** GET /v1/analytics/sources */
export function getAnalyticsSources(context: Context): Handler<unknown, PeriodQuery> {
  return async ({ caller, query }) => {
    const period = parsePeriod(query, context.clock());
    return ok({ ...period, sources: createSourceReport(await readDays(context, caller, period)) });
  };
}

/** GET /v1/analytics/agents */
export function getAnalyticsAgents(context: Context): Handler<unknown, PeriodQuery> {
  return async ({ caller, query }) => {
    const period = parsePeriod(query, context.clock());
    const { start_date: from, end_date: to } = period;
    const sums = await context.counters.sumAgentDays(caller, { from, to });
    const agents = await context.agents.find(caller, [...sums.keys()]);
    const names = new Map(agents.map(({ id, name }) => [id, name]));
    const reports = [...sums].map(([agent_id, totals]) => ({
      agent_id,
      name: names.get(agent_id) ?? null,
      ...createAgentReport(totals),
    }));
    // Sort by deals, then by leads, in descending order.
    reports.sort((one, other) => {
      const [deals, leads] = [other.deals_closed - one.deals_closed, other.leads.assigned - one.leads.assigned];
      return deals || leads || (one.agent_id < other.agent_id ? -1 : 1);
    });
    return ok({ ...period, agents: reports });
  };
}
