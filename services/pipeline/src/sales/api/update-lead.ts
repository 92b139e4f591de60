import type { Caller } from '@plotline/kit/core/caller';
import { invalid, notFound } from '@plotline/kit/core/errors';
import { merge } from '@plotline/kit/core/json-object';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { excludeLead, toDuplicatesMeta } from '../../leads/api/duplicates.js';
import {
  type CheckedReferences,
  checkReferences,
  findUpdateFaults,
  type LeadBody,
  readFields,
  readPhone,
} from '../../leads/api/lead-body.js';
import { editLead } from '../../leads/model/edit-lead.js';
import type { Lead } from '../../leads/model/lead.js';
import { changeLead } from '../work/change-lead.js';
import { eraseLead } from '../work/erase-lead.js';

/** Finds the faults of all references in the body, and the prices of its listings. */
async function check(context: Context, caller: Caller, body: LeadBody): Promise<CheckedReferences> {
  const [checked] = await checkReferences(context, caller, [body]);
  return checked ?? { faults: [], prices: [] };
}

/** Finds other leads with the email or phone in the body. Returns none when the body changes neither. */
async function findOthers(
  { leadWriter }: Context,
  caller: Caller,
  lead: Lead,
  body: LeadBody,
): Promise<readonly string[]> {
  const email = body.email?.toLowerCase() ?? lead.email;
  const { phone, phone_country } = body.phone === undefined ? lead : readPhone(body.phone, caller);
  if (email === lead.email && phone === lead.phone) return [];
  return excludeLead(lead, await leadWriter.findDuplicatesOf(caller, { email, phone, phone_country }));
}

/** PUT /v1/leads/:id */
export function updateLead(context: Context): InspectingHandler {
  const { leads } = context;
  return {
    handle: async (call: Call<LeadBody>) => {
      const { caller, path, body, header } = call;
      const known = await leads.get(caller, path('id'));
      if (!known) throw notFound();
      const [{ faults: ofReferences, prices }, others] = await Promise.all([
        check(context, caller, body),
        findOthers(context, caller, known, body),
      ]);
      const patch = readFields(body, caller);
      const decide = (before: Lead, now: Date) => {
        // Another request may have changed the agent, the listings or the other bound of the budget meanwhile.
        const faults = findUpdateFaults(before, body, { caller, ofReferences });
        if (faults.length > 0) throw invalid(...faults);
        assertIfMatch(header, before);
        const listingPrices = patch.interested_properties === undefined ? before.listing_prices : prices;
        const record = editLead(before, merge(before, patch), listingPrices, now);
        return { record, entries: leads.describeChange(before, record) };
      };
      return changeLead(context, call, { id: known.id, decide, meta: toDuplicatesMeta(others) });
    },
    inspect: async ({ caller, path, body }: Call<LeadBody>) => {
      const known = await leads.get(caller, path('id'));
      if (!known) return [];
      const { faults: ofReferences } = await check(context, caller, body);
      return findUpdateFaults(known, body, { caller, ofReferences });
    },
  };
}

/** DELETE /v1/leads/:id */
export function deleteLead(context: Context): Handler {
  return (call) => eraseLead(context, call, call.path('id'), (lead) => assertIfMatch(call.header, lead));
}
