import type { Lead } from '@plotline/pipeline/leads/model/lead';

export const startedAt = new Date('2026-03-01T09:30:00.000Z');

/** Lead in the stage `new`, with changed fields. */
export function sampleLead(fields: Partial<Lead> = {}): Lead {
  return {
    id: 'lead_1',
    version: 1,
    name: 'Maria Silva',
    email: 'maria@example.com',
    phone: '+351 910 000 001',
    source: 'website',
    stage: 'new',
    score: 50,
    assigned_agent: null,
    interested_properties: [],
    budget: null,
    timeline: null,
    notes: null,
    tags: [],
    last_contacted: null,
    next_follow_up: null,
    created_at: startedAt,
    updated_at: startedAt,
    deal_id: null,
    loss_reason: null,
    stage_entered_at: startedAt,
    stage_history: { new: startedAt },
    assigned_at: null,
    first_contact_at: null,
    listing_prices: [],
    ...fields,
  };
}
