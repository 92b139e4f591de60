import { ok } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { getPrecedingPeriod, type PeriodQuery, parsePeriod } from '@plotline/kit/core/period';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import type { Counts } from '../../counters/model/counter.js';
import type { Span } from '../../counters/model/span.js';
import { createAgentReport } from '../model/agent-report.js';
import { createFunnel } from '../model/funnel.js';
import { createOverview } from '../model/overview.js';
import { toSpan } from '../model/period.js';
import { createSeriesPoint, type Interval, splitPeriod, toSeriesSpans } from '../model/series.js';
import { createSourceReport } from '../model/source-report.js';

/** End of a span that includes all later records. */
const endOfTime = new Date('9999-12-31T00:00:00.000Z');

/** Reads the counters of the workspace in the period. */
async function readCounters({ periodCounters }: Context, caller: Caller, span: Span): Promise<readonly Counts[]> {
  const { spans } = await periodCounters.readWorkspace(caller, [span]);
  return spans[0] ?? [];
}

/** Parses the period of a query. Returns the period, and its bounds in the workspace's time zone. */
function readPeriod({ clock }: Context, { timeZone }: Caller, query: PeriodQuery) {
  const now = clock();
  const period = parsePeriod(query, now, timeZone);
  return { period, span: toSpan(period, now, timeZone), now };
}

/** GET /v1/analytics/overview */
export function getAnalyticsOverview(context: Context): Handler<unknown, PeriodQuery> {
  const { periodCounters, units } = context;
  return async ({ caller, query }) => {
    const { period, span, now } = readPeriod(context, caller, query);
    const previous = getPrecedingPeriod(period);
    const former = toSpan(previous, now, caller.timeZone);
    const later = { from: span.to, to: endOfTime };
    const [{ total, spans }, by_status] = await Promise.all([
      periodCounters.readWorkspace(caller, [former, span, later]),
      units.countByStatus(caller),
    ]);
    const [before = [], within = [], after = []] = spans;
    const overview = createOverview({ total, within, after }, period);
    const ofPrevious = createOverview({ total, within: before, after: [...within, ...after] }, previous);
    return ok({ ...overview, units: { by_status }, previous: ofPrevious });
  };
}

/** GET /v1/analytics/funnel */
export function getAnalyticsFunnel(context: Context): Handler<unknown, PeriodQuery> {
  return async ({ caller, query }) => {
    const { period, span } = readPeriod(context, caller, query);
    return ok({ ...period, ...createFunnel(await readCounters(context, caller, span)) });
  };
}

/** GET /v1/analytics/sources */
export function getAnalyticsSources(context: Context): Handler<unknown, PeriodQuery> {
  return async ({ caller, query }) => {
    const { period, span } = readPeriod(context, caller, query);
    return ok({ ...period, sources: createSourceReport(await readCounters(context, caller, span)) });
  };
}

interface SeriesQuery extends PeriodQuery {
  readonly interval: Interval;
}

/** GET /v1/analytics/series */
export function getAnalyticsSeries(context: Context): Handler<unknown, SeriesQuery> {
  return async ({ caller, query }) => {
    const { interval } = query;
    const { period, now } = readPeriod(context, caller, query);
    const ranges = splitPeriod(period, interval);
    const found = await context.periodCounters.readSeries(caller, toSeriesSpans(ranges, now, caller.timeZone));
    const points = ranges.map((range, place) => createSeriesPoint(range, found[place] ?? []));
    return ok({ ...period, interval, points });
  };
}

/** GET /v1/analytics/agents */
export function getAnalyticsAgents(context: Context): Handler<unknown, PeriodQuery> {
  return async ({ caller, query }) => {
    const { period, span } = readPeriod(context, caller, query);
    const sums = await context.periodCounters.sumAgents(caller, span);
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
