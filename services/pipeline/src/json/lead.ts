import type { Budget, Lead } from '../domain/lead.js';

function toBudgetJson({ min, max, currency }: Budget): Budget {
  return { min, max, currency };
}

/** The public representation of a lead; also the `data` of its events. */
export function toLeadJson(lead: Lead) {
  return {
    id: lead.id,
    external_id: lead.external_id ?? null,
    name: lead.name,
    email: lead.email,
    phone: lead.phone,
    source: lead.source,
    stage: lead.stage,
    score: lead.score,
    assigned_agent: lead.assigned_agent,
    interested_properties: lead.interested_properties,
    budget: lead.budget && toBudgetJson(lead.budget),
    timeline: lead.timeline,
    notes: lead.notes,
    tags: lead.tags,
    last_contacted: lead.last_contacted,
    next_follow_up: lead.next_follow_up,
    created_at: lead.created_at,
    updated_at: lead.updated_at,
  };
}

/** The fields of a lead that an agent's overview shows. */
export function toLeadSummaryJson({ id, name, email, stage, score, created_at, updated_at }: Lead) {
  return { id, name, email, stage, score, created_at, updated_at };
}
