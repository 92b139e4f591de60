import { ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { agentReport } from '../domain/agent-report.js';
import { type PeriodQuery, periodOf } from '../domain/period.js';
import type { Tally } from '../domain/tally.js';

function byAgent(tallies: readonly Tally[]): Map<string, Tally[]> {
  const groups = new Map<string, Tally[]>();
  for (const tally of tallies) groups.set(tally.agent_id, [...(groups.get(tally.agent_id) ?? []), tally]);
  return groups;
}

/** GET /v1/analytics/agents */
export function analyticsAgents({ tallies, agents, clock }: Context): Handler<unknown, PeriodQuery> {
  return async ({ caller, query }) => {
    const period = periodOf(query, clock());
    const days = { from: period.start_date, to: period.end_date };
    const [found = []] = await tallies.read(caller, [{ agents: 'each', days }]);
    const groups = byAgent(found);
    const names = new Map((await agents.find(caller, [...groups.keys()])).map(({ id, name }) => [id, name]));
    const reports = [...groups].map(([agent_id, own]) => ({
      agent_id,
      name: names.get(agent_id) ?? null,
      ...agentReport(own),
    }));
    const rank = (one: (typeof reports)[number]) => [one.deals_closed, one.leads.assigned] as const;
    reports.sort((one, other) => {
      const [[deals, leads], [otherDeals, otherLeads]] = [rank(one), rank(other)];
      return otherDeals - deals || otherLeads - leads || (one.agent_id < other.agent_id ? -1 : 1);
    });
    return ok({ ...period, agents: reports });
  };
}
