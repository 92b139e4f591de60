import type { Caller } from '@plotline/kit/core/caller';
import { invalid } from '@plotline/kit/core/errors';
import { merge } from '@plotline/kit/core/json-object';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { excludeLead, toDuplicatesMeta } from '../../leads/api/duplicates.js';
import { assertMayClose, assertMayCloseLead } from '../../leads/api/held-lead.js';
import {
  type CheckedReferences,
  checkReferences,
  findUpdateFaults,
  type LeadBody,
  readFields,
  readPhone,
} from '../../leads/api/lead-body.js';
import { editLead } from '../../leads/model/edit-lead.js';
import { isActive, type Lead } from '../../leads/model/lead.js';
import type { LostLead } from '../../peers/holds.js';
import { changeLead } from '../work/change-lead.js';
import { endHolds, findLoss } from '../work/end-holds.js';
import { eraseLead } from '../work/erase-lead.js';

/** Finds the errors in all references in the body. Also finds the prices of its listings. */
async function check(context: Context, caller: Caller, body: LeadBody): Promise<CheckedReferences> {
  const [checked] = await checkReferences(context, caller, [body]);
  return checked ?? { faults: [], prices: [] };
}

/**
 * Finds other leads with the email or phone in the body. Returns none if the body changes neither the email nor the
 * phone.
 */
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

/** Returns whether the body wins, loses or reassigns the lead. */
function closes(lead: Lead, { stage, assigned_agent }: LeadBody): boolean {
  const isClosed = stage !== undefined && stage !== lead.stage && !isActive(stage);
  return isClosed || (assigned_agent !== undefined && assigned_agent !== lead.assigned_agent);
}

/** PUT /v1/leads/:id */
export function updateLead(context: Context): InspectingHandler {
  const { leads } = context;
  return {
    handle: async (call: Call<LeadBody>) => {
      const { caller, path, body, header } = call;
      const known = await leads.getExisting(caller, path('id'));
      if (closes(known, body)) await assertMayClose(context, caller, known);
      const [{ faults: ofReferences, prices }, others] = await Promise.all([
        check(context, caller, body),
        findOthers(context, caller, known, body),
      ]);
      const patch = readFields(body, caller);
      let loss: LostLead | null = null;
      const decide = (before: Lead, now: Date) => {
        // The checks run again, because another request may have changed the agent, the listings or the other bound of
        // the budget.
        const faults = findUpdateFaults(before, body, { caller, ofReferences });
        if (faults.length > 0) throw invalid(...faults);
        assertIfMatch(header, before);
        const listingPrices = patch.interested_properties === undefined ? before.listing_prices : prices;
        const record = editLead(before, merge(before, patch), listingPrices, now);
        loss = findLoss(before, record);
        return { record, entries: leads.describeChange(before, record) };
      };
      const answer = await changeLead(context, call, { id: known.id, decide, meta: toDuplicatesMeta(others) });
      await endHolds(context, caller, loss);
      return answer;
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
  return async (call) => {
    await assertMayCloseLead(context, call.caller, call.path('id'));
    const answer = await eraseLead(context, call, call.path('id'), (lead) => assertIfMatch(call.header, lead));
    await endHolds(context, call.caller, { id: call.path('id'), version: 0, reason: 'deleted' });
    return answer;
  };
}
