import type { Tenant } from '@plotline/kit/core/caller';
import type { DealCopy, LeadCopy } from '@plotline/protos/plotline/pipeline/v1/lead_copies';
import type { CrmDeal, CrmLead } from '../../vendors/model/crm-port.js';

/** Facts about a lead that come from other services. */
export interface LeadFacts {
  /** Emails of agents by id. */
  readonly emails: ReadonlyMap<string, string>;
  /** Names of properties and units by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Address of the lead's page in the dashboard. */
  readonly url: string;
}

/** Returns the address of a lead's page. */
export function toLeadUrl(dashboardUrl: string, { workspaceId, mode }: Tenant, leadId: string): string {
  return `${dashboardUrl}/${workspaceId}/${mode}/pipeline/${leadId}`;
}

function findEmail({ emails }: LeadFacts, agentId: string | undefined): string | null {
  return (agentId === undefined ? undefined : emails.get(agentId)) ?? null;
}

export function toCrmLead(lead: LeadCopy, facts: LeadFacts): CrmLead {
  const { id, name, email, source, stage, score, tags } = lead;
  return {
    ...{ id, name, email, source, stage, score, tags },
    phone: lead.phone ?? null,
    budgetMin: lead.budget_min ?? null,
    budgetMax: lead.budget_max ?? null,
    budgetCurrency: lead.budget_currency ?? null,
    timeline: lead.timeline ?? null,
    notes: lead.notes ?? null,
    agentEmail: findEmail(facts, lead.assigned_agent),
    url: facts.url,
  };
}

export function toCrmDeal({ id: leadId, name }: LeadCopy, deal: DealCopy, facts: LeadFacts): CrmDeal {
  const { id, property_id, unit_id, agent_id, value, currency, status, closed_at } = deal;
  const listing = facts.names.get(unit_id ?? property_id);
  return {
    ...{ id, leadId, value, currency },
    title: listing === undefined ? name : `${name}: ${listing}`,
    isCancelled: status === 'cancelled',
    closedAt: new Date(closed_at),
    ownerEmail: findEmail(facts, agent_id),
    url: facts.url,
  };
}
