import { recordContact } from './contact.js';
import { writeFollowUp } from './follow-up.js';
import type { Budget, Lead, ListingPrice } from './lead.js';
import { normalizeTags, removeRepeats } from './new-lead.js';
import { rescore } from './score.js';
import { enterStage } from './stage.js';

/** Lead after a PUT was merged into it. Cleared lists are null, and a budget may lack fields. */
export type MergedLead = Omit<Lead, 'external_id' | 'phone_country' | 'budget' | 'tags' | 'interested_properties'> & {
  readonly external_id?: string | null | undefined;
  readonly phone_country?: string | null | undefined;
  readonly budget: Partial<Budget> | null;
  readonly tags: readonly string[] | null;
  readonly interested_properties: readonly string[] | null;
};

const noBudget: Budget = { min: null, max: null, currency: null };

function assign(lead: Lead, agent: string | null, now: Date): Lead {
  if (agent === lead.assigned_agent) return lead;
  return { ...lead, assigned_agent: agent, assigned_at: agent === null ? null : now, first_contact_at: null };
}

function updateLastContacted(lead: Lead, at: Date | null, now: Date): Lead {
  const changed = { ...lead, last_contacted: at };
  const isNewContact = at !== null && at.getTime() !== lead.last_contacted?.getTime();
  return isNewContact ? recordContact(changed, at, now) : changed;
}

/**
 * Returns the lead with the merged fields and all fields derived from them. `prices` are the prices of the lead's
 * interested listings.
 */
export function editLead(lead: Lead, merged: MergedLead, prices: readonly ListingPrice[], now: Date): Lead {
  const fields: Lead = {
    ...writeFollowUp(lead, merged.next_follow_up, now),
    external_id: merged.external_id ?? undefined,
    name: merged.name.trim(),
    email: merged.email.toLowerCase(),
    phone: merged.phone,
    phone_country: merged.phone === lead.phone ? lead.phone_country : (merged.phone_country ?? undefined),
    source: merged.source,
    budget: merged.budget && { ...noBudget, ...merged.budget },
    timeline: merged.timeline,
    notes: merged.notes,
    tags: normalizeTags(merged.tags ?? []),
    interested_properties: removeRepeats(merged.interested_properties ?? []),
    listing_prices: prices,
    updated_at: now,
  };
  const contacted = updateLastContacted(assign(fields, merged.assigned_agent, now), merged.last_contacted, now);
  return rescore(lead, enterStage(contacted, merged.stage, now), now);
}

/** Assigns the lead to another agent, or to none. */
export function assignLead(lead: Lead, agent: string | null, now: Date): Lead {
  const assigned = assign(lead, agent, now);
  return assigned === lead ? lead : { ...assigned, updated_at: now };
}
