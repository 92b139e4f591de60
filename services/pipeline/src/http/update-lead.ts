import type { Caller } from '@plotline/kit/caller';
import { invalid, notFound } from '@plotline/kit/errors';
import { ok } from '@plotline/kit/http/answer';
import { assertMatches } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { Lead, ListingPrice } from '../domain/lead.js';
import { applyPatch } from '../domain/lead-patch.js';
import { changeLead } from '../sales/change-lead.js';
import { budgetFaults, instantFaults, type LeadBody, readInstants } from './lead-input.js';
import { leadJson } from './lead-json.js';
import { checkReferences } from './lead-references.js';

/**
 * The prices of the listings in the body, once its references have been checked. What the lead points at already is
 * not refused, though it may be gone meanwhile: what GET answered can be PUT again.
 */
async function check(context: Context, caller: Caller, lead: Lead, body: LeadBody): Promise<readonly ListingPrice[]> {
  const { assigned_agent: agent, interested_properties } = body;
  const [checked] = await checkReferences(context, caller, [
    { interested_properties, assigned_agent: agent === lead.assigned_agent ? null : agent },
  ]);
  const known = new Set(lead.interested_properties);
  const faults = (checked?.faults ?? []).filter(({ field }) => {
    const place = /^interested_properties\[(\d+)\]$/.exec(field)?.[1];
    return place === undefined || !known.has(interested_properties?.[Number(place)] ?? '');
  });
  const all = [...instantFaults(body), ...faults];
  if (all.length > 0) throw invalid(...all);
  return checked?.prices ?? [];
}

/** PUT /v1/leads/:id */
export function updateLead(context: Context): Handler<LeadBody> {
  const { leads, clock } = context;
  return async ({ caller, path, body, header }) => {
    const known = await leads.get(caller, path('id'));
    if (!known) throw notFound();
    const prices = await check(context, caller, known, body);
    const patch = readInstants(body);
    const decide = (before: Lead) => {
      assertMatches(header, leadJson(before));
      const record = applyPatch(before, patch, body.interested_properties ? prices : before.listing_prices, clock());
      const faults = budgetFaults(record.budget);
      if (faults.length > 0) throw invalid(...faults);
      return { record, entries: leads.entries(before, record) };
    };
    return ok(leadJson(await changeLead(context, caller, known.id, decide)));
  };
}
