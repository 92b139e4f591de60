import { recordContact } from './contact.js';
import type { Budget, Lead, ListingPrice, Stage } from './lead.js';
import { type NewLead, normalizeTags, unique } from './new-lead.js';
import { rescore } from './score.js';
import { enterStage } from './stage.js';

/** The fields of a PUT: an absent one stays unchanged, null clears one. The contract has checked its shape. */
export type LeadPatch = Partial<NewLead> & { readonly stage?: Stage };

const noBudget: Budget = { min: null, max: null, currency: null };

/** The budget after a patch. */
export function mergeBudget(budget: Budget | null, patch: LeadPatch['budget']): Budget | null {
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

function updateLastContacted(lead: Lead, at: Date | null | undefined): Lead {
  if (at === undefined) return lead;
  const changed = { ...lead, last_contacted: at };
  const isNewContact = at !== null && at.getTime() !== lead.last_contacted?.getTime();
  return isNewContact ? recordContact(changed, at) : changed;
}

/** The lead after a patch. `prices` are those of its interested listings after the patch. */
export function applyPatch(lead: Lead, patch: LeadPatch, prices: readonly ListingPrice[], now: Date): Lead {
  const fields: Lead = {
    ...lead,
    name: given(patch.name, lead.name).trim(),
    email: given(patch.email, lead.email).toLowerCase(),
    phone: given(patch.phone, lead.phone),
    source: given(patch.source, lead.source),
    budget: mergeBudget(lead.budget, patch.budget),
    timeline: given(patch.timeline, lead.timeline),
    notes: given(patch.notes, lead.notes),
    next_follow_up: given(patch.next_follow_up, lead.next_follow_up),
    tags: patch.tags === undefined ? lead.tags : normalizeTags(patch.tags ?? []),
    interested_properties:
      patch.interested_properties === undefined
        ? lead.interested_properties
        : unique(patch.interested_properties ?? []),
    listing_prices: prices,
    updated_at: now,
  };
  const contacted = updateLastContacted(assign(fields, patch.assigned_agent, now), patch.last_contacted);
  const moved = patch.stage === undefined ? contacted : enterStage(contacted, patch.stage, now);
  return rescore(lead, moved, now);
}

/** The lead assigned to another agent, or to none. */
export function assignLead(lead: Lead, agent: string | null, now: Date): Lead {
  const assigned = assign(lead, agent, now);
  return assigned === lead ? lead : { ...assigned, updated_at: now };
}
