import type { Budget, Lead } from './lead.js';
import { findStageEntry } from './stage.js';

function toBudgetJson({ min, max, currency }: Budget): Budget {
  return { min, max, currency };
}

/** Fields that are needed to render a lead. */
export const shownFields = [
  'id',
  'external_id',
  'name',
  'email',
  'phone',
  'source',
  'stage',
  'score',
  'assigned_agent',
  'interested_properties',
  'budget',
  'timeline',
  'notes',
  'tags',
  'last_contacted',
  'next_follow_up',
  'stage_entered_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Lead)[];

/** Renders a lead for the public API and for the `data` of its events. */
export function toLeadJson(lead: Pick<Lead, (typeof shownFields)[number]>) {
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
    stage_entered_at: findStageEntry(lead),
    created_at: lead.created_at,
    updated_at: lead.updated_at,
  };
}

/** Fields that an agent's overview shows. */
export const summaryFields = ['id', 'name', 'email', 'stage', 'score', 'created_at', 'updated_at'] as const;

/** Renders a lead for an agent's overview. */
export function toLeadSummaryJson(lead: Pick<Lead, (typeof summaryFields)[number]>) {
  const { id, name, email, stage, score, created_at, updated_at } = lead;
  return { id, name, email, stage, score, created_at, updated_at };
}
