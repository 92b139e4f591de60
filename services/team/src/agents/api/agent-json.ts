import type { AgentTotals, GetAgentStatsResponse } from '@plotline/protos/plotline/pipeline/v1/agent_stats';
import type { Agent, Commission, Profile } from '../model/agent.js';

// The order of members is part of an agent's entity tag, and the database may change it.
function toProfileJson({ phone, photo, bio, languages, license_number }: Profile): Profile {
  return { phone, photo, bio, languages, license_number };
}

function toCommissionJson({ tier, rate }: Commission): Commission {
  return { tier, rate };
}

/** Renders an agent for the public API and for the `data` of its events. */
export function toAgentJson(agent: Agent) {
  return {
    id: agent.id,
    external_id: agent.external_id ?? null,
    email: agent.email,
    name: agent.name,
    role: agent.role,
    status: agent.status,
    profile: toProfileJson(agent.profile),
    team_id: agent.team_id,
    commission: toCommissionJson(agent.commission),
    invitation_sent_at: agent.invitation_sent_at,
    last_active: agent.last_active,
    created_at: agent.created_at,
    updated_at: agent.updated_at,
  };
}

/** Renders the `stats` of an agent: totals of all time. */
export function toAgentTotalsJson(totals: AgentTotals | undefined) {
  return {
    active_leads: totals?.active_leads ?? 0,
    deals_closed: totals?.deals_closed ?? 0,
    total_revenue: totals?.total_revenue ?? 0,
  };
}

/** Renders the answer of GET /v1/agents/:id/stats. Pipeline puts the workspace's currency first. */
export function toAgentStatsJson(stats: GetAgentStatsResponse, currency: string) {
  const [own] = stats.revenue;
  const revenue = { closed: own?.closed ?? 0, pending: own?.pending ?? 0, currency: own?.currency ?? currency };
  return {
    period: stats.period,
    leads: {
      assigned: stats.assigned,
      contacted: stats.contacted,
      qualified: stats.qualified,
      closed: stats.closed,
    },
    conversion_rate: stats.conversion_rate,
    average_response_time: stats.average_response_time,
    revenue,
    revenue_by_currency: stats.revenue.map(({ currency: code, closed, pending }) => ({
      closed,
      pending,
      currency: code,
    })),
    commission_earned: own?.commission ?? 0,
  };
}
