import { type Budget, enterStage, type Lead, type ListingPrice, noteContact } from './lead.js';
import { tidyTags, unique } from './new-lead.js';
import { rescore } from './rescore.js';

/** A lead after the merge of a PUT, in which cleared lists are null and a budget may lack members. */
export type MergedLead = Omit<Lead, 'budget' | 'tags' | 'interested_properties'> & {
  readonly budget: Partial<Budget> | null;
  readonly tags: readonly string[] | null;
  readonly interested_properties: readonly string[] | null;
};

const noBudget: Budget = { min: null, max: null, currency: null };

function assign(lead: Lead, agent: string | null, now: Date): Lead {
  if (agent === lead.assigned_agent) return lead;
  return { ...lead, assigned_agent: agent, assigned_at: agent === null ? null : now, first_contact_at: null };
}

function contactedAt(lead: Lead, at: Date | null): Lead {
  const changed = { ...lead, last_contacted: at };
  const isNews = at !== null && at.getTime() !== lead.last_contacted?.getTime();
  return isNews ? noteContact(changed, at) : changed;
}

/** The lead as its editor wants it. `prices` are those of the listings it is then interested in. */
export function editLead(lead: Lead, wanted: MergedLead, prices: readonly ListingPrice[], now: Date): Lead {
  const fields: Lead = {
    ...lead,
    name: wanted.name.trim(),
    email: wanted.email.toLowerCase(),
    phone: wanted.phone,
    source: wanted.source,
    budget: wanted.budget && { ...noBudget, ...wanted.budget },
    timeline: wanted.timeline,
    notes: wanted.notes,
    next_follow_up: wanted.next_follow_up,
    tags: tidyTags(wanted.tags ?? []),
    interested_properties: unique(wanted.interested_properties ?? []),
    listing_prices: prices,
    updated_at: now,
  };
  const contacted = contactedAt(assign(fields, wanted.assigned_agent, now), wanted.last_contacted);
  return rescore(lead, enterStage(contacted, wanted.stage, now), now);
}

/** The lead in the hands of another agent, or of none. */
export function assignLead(lead: Lead, agent: string | null, now: Date): Lead {
  const assigned = assign(lead, agent, now);
  return assigned === lead ? lead : { ...assigned, updated_at: now };
}
