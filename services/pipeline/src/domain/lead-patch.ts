import { type Budget, enterStage, type Lead, type ListingPrice, noteContact, type Stage } from './lead.js';
import { type NewLead, tidyTags, unique } from './new-lead.js';
import { rescore } from './rescore.js';

/** What a PUT says: absent = unchanged, null = cleared. The contract has checked its shape. */
export type LeadPatch = Partial<NewLead> & { readonly stage?: Stage };

const noBudget: Budget = { min: null, max: null, currency: null };

/** The budget as a patch leaves it. */
export function mergedBudget(budget: Budget | null, patch: LeadPatch['budget']): Budget | null {
  if (patch === undefined) return budget;
  return patch === null ? null : { ...noBudget, ...budget, ...patch };
}

function given<T>(value: T | undefined, otherwise: T): T {
  return value === undefined ? otherwise : value;
}

function assign(lead: Lead, agent: string | null | undefined, now: Date): Lead {
  if (agent === undefined || agent === lead.assigned_agent) return lead;
  return { ...lead, assigned_agent: agent, assigned_at: agent === null ? null : now, first_contact_at: null };
}

function contactedAt(lead: Lead, at: Date | null | undefined): Lead {
  if (at === undefined) return lead;
  const changed = { ...lead, last_contacted: at };
  const isNews = at !== null && at.getTime() !== lead.last_contacted?.getTime();
  return isNews ? noteContact(changed, at) : changed;
}

/** The lead with its fields merged. `prices` are those of the listings it is then interested in. */
export function applyPatch(lead: Lead, patch: LeadPatch, prices: readonly ListingPrice[], now: Date): Lead {
  const fields: Lead = {
    ...lead,
    name: given(patch.name, lead.name).trim(),
    email: given(patch.email, lead.email).toLowerCase(),
    phone: given(patch.phone, lead.phone),
    source: given(patch.source, lead.source),
    budget: mergedBudget(lead.budget, patch.budget),
    timeline: given(patch.timeline, lead.timeline),
    notes: given(patch.notes, lead.notes),
    next_follow_up: given(patch.next_follow_up, lead.next_follow_up),
    tags: patch.tags === undefined ? lead.tags : tidyTags(patch.tags ?? []),
    interested_properties:
      patch.interested_properties === undefined
        ? lead.interested_properties
        : unique(patch.interested_properties ?? []),
    listing_prices: prices,
    updated_at: now,
  };
  const contacted = contactedAt(assign(fields, patch.assigned_agent, now), patch.last_contacted);
  const moved = patch.stage === undefined ? contacted : enterStage(contacted, patch.stage, now);
  return rescore(lead, moved, now);
}

/** The lead in the hands of another agent, or of none. */
export function assignLead(lead: Lead, agent: string | null, now: Date): Lead {
  const assigned = assign(lead, agent, now);
  return assigned === lead ? lead : { ...assigned, updated_at: now };
}
