import { toExternalId } from '@plotline/kit/core/ids';
import { writeFollowUp } from './follow-up.js';
import type { Budget, Lead, ListingPrice, Source } from './lead.js';
import { computeScore } from './score.js';

/** Input for a new lead. The contract has checked its shape. */
export interface NewLead {
  readonly name: string;
  readonly email: string;
  readonly external_id?: string | null;
  readonly phone?: string | null;
  readonly phone_country?: string | null;
  readonly source: Source;
  readonly interested_properties?: readonly string[] | null;
  readonly budget?: Partial<Budget> | null;
  readonly timeline?: string | null;
  readonly notes?: string | null;
  readonly assigned_agent?: string | null;
  readonly tags?: readonly string[] | null;
  readonly last_contacted?: Date | null;
  readonly next_follow_up?: Date | null;
}

const noBudget: Budget = { min: null, max: null, currency: null };

/** Returns each value once, in order of first appearance. */
export function removeRepeats(values: readonly string[]): string[] {
  return [...new Set(values)];
}

/** Returns tags as they are stored and searched: trimmed, and without repetitions. */
export function normalizeTags(tags: readonly string[]): string[] {
  return removeRepeats(tags.map((tag) => tag.trim()));
}

/** Creates a lead in the stage `new`, with its score. `prices` are the prices of its interested listings. */
export function createLead(input: NewLead, id: string, prices: readonly ListingPrice[], now: Date): Lead {
  const assigned = input.assigned_agent ?? null;
  const lead: Lead = {
    id,
    version: 1,
    ...toExternalId(input.external_id),
    name: input.name.trim(),
    email: input.email.toLowerCase(),
    phone: input.phone ?? null,
    ...(input.phone_country && { phone_country: input.phone_country }),
    source: input.source,
    stage: 'new',
    score: 0,
    assigned_agent: assigned,
    interested_properties: removeRepeats(input.interested_properties ?? []),
    budget: input.budget ? { ...noBudget, ...input.budget } : null,
    timeline: input.timeline ?? null,
    notes: input.notes ?? null,
    tags: normalizeTags(input.tags ?? []),
    last_contacted: input.last_contacted ?? null,
    next_follow_up: null,
    created_at: now,
    updated_at: now,
    deal_id: null,
    loss_reason: null,
    stage_entered_at: now,
    stage_history: { new: now },
    assigned_at: assigned === null ? null : now,
    first_contact_at: null,
    listing_prices: prices,
  };
  const planned = writeFollowUp(lead, input.next_follow_up ?? null, now);
  return { ...planned, score: computeScore(lead, now) };
}
