import type { Caller } from '@plotline/kit/caller';
import { invalid, notFound } from '@plotline/kit/errors';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, InspectingHandler } from '@plotline/kit/http/handler';
import { merge } from '@plotline/kit/merge';
import type { Context } from '../context.js';
import type { Lead } from '../domain/lead.js';
import { editLead } from '../domain/lead-patch.js';
import { changeLead } from '../sales/change-lead.js';
import { duplicatesMeta, othersThan } from './known-contact.js';
import { leadAnswer } from './lead-answer.js';
import { budgetFaults, instantFaults, type LeadBody, readInstants } from './lead-input.js';
import { type CheckedReferences, checkReferences } from './lead-references.js';

/**
 * The prices of the listings in the body, and what speaks against it beside its shape. What the lead points at already is
 * not refused, though it may be gone meanwhile: what GET answered can be PUT again.
 */
async function inspect(context: Context, caller: Caller, lead: Lead, body: LeadBody): Promise<CheckedReferences> {
  const { assigned_agent: agent, interested_properties, budget } = body;
  const [checked] = await checkReferences(context, caller, [
    { interested_properties, assigned_agent: agent === lead.assigned_agent ? null : agent },
  ]);
  const known = new Set(lead.interested_properties);
  const dangling = (checked?.faults ?? []).filter(({ field }) => {
    const place = /^interested_properties\[(\d+)\]$/.exec(field)?.[1];
    return place === undefined || !known.has(interested_properties?.[Number(place)] ?? '');
  });
  const faults = [
    ...instantFaults(body),
    ...budgetFaults(merge({ budget: lead.budget }, { budget }).budget),
    ...dangling,
  ];
  return { faults, prices: checked?.prices ?? [] };
}

/** Others who have the email or phone that the body gives the lead; none where it leaves both as they are. */
async function findOthers({ intake }: Context, caller: Caller, lead: Lead, body: LeadBody): Promise<readonly string[]> {
  const email = body.email?.toLowerCase() ?? lead.email;
  const phone = body.phone === undefined ? lead.phone : body.phone;
  if (email === lead.email && phone === lead.phone) return [];
  return othersThan(lead, await intake.duplicatesOf(caller, { email, phone }));
}

/** PUT /v1/leads/:id */
export function updateLead(context: Context): InspectingHandler {
  const { leads } = context;
  return {
    handle: async (call: Call<LeadBody>) => {
      const { caller, path, body, header } = call;
      const known = await leads.get(caller, path('id'));
      if (!known) throw notFound();
      const [{ faults, prices }, others] = await Promise.all([
        inspect(context, caller, known, body),
        findOthers(context, caller, known, body),
      ]);
      if (faults.length > 0) throw invalid(...faults);
      const patch = readInstants(body);
      const decide = (before: Lead, now: Date) => {
        assertIfMatch(header, before);
        const listingPrices = patch.interested_properties === undefined ? before.listing_prices : prices;
        const record = editLead(before, merge(before, patch), listingPrices, now);
        // Somebody may have set the other bound meanwhile.
        const crossed = budgetFaults(record.budget);
        if (crossed.length > 0) throw invalid(...crossed);
        return { record, entries: leads.entries(before, record) };
      };
      const toAnswer = (lead: Lead) => leadAnswer(lead, duplicatesMeta(others));
      return (await changeLead(context, call, known.id, decide, toAnswer)).answer;
    },
    inspect: async ({ caller, path, body }: Call<LeadBody>) => {
      const known = await leads.get(caller, path('id'));
      return known ? (await inspect(context, caller, known, body)).faults : [];
    },
  };
}
