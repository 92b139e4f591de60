import { answering, type Caller } from '@plotline/kit/caller';
import { conflict, invalid } from '@plotline/kit/errors';
import { type Answer, created, ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { Lead } from '../domain/lead.js';
import type { NewLeadBody } from './lead-input.js';
import { leadJson } from './lead-json.js';
import { prepareLeads } from './prepare-leads.js';

interface Query {
  readonly on_duplicate: 'create' | 'reject' | 'return';
}

/** What the answer says of others with the same email or phone. */
function metaOf(duplicates: readonly string[]) {
  return duplicates.length === 0 ? undefined : { possible_duplicates: duplicates };
}

/** Stores the lead, or answers with the other that has its email or phone. */
async function createUnlessKnown({ leads }: Context, caller: Caller, lead: Lead, reject: boolean): Promise<Answer> {
  const answer = created(leadJson(lead));
  const known = await leads.addUnlessKnown(answering(caller, answer), lead);
  const [oldest] = known;
  if (oldest === undefined) return answer;
  const other = reject ? null : await leads.get(caller, oldest);
  if (!other) throw conflict(`The lead ${oldest} has the same email or phone.`);
  return ok(leadJson(other), metaOf(known));
}

/** POST /v1/leads */
export function createLead(context: Context): Handler<NewLeadBody, Query> {
  const { leads } = context;
  return async ({ caller, body, query }) => {
    const contact = { email: body.email.toLowerCase(), phone: body.phone ?? null };
    const isUnconditional = query.on_duplicate === 'create';
    const [[prepared], duplicates] = await Promise.all([
      prepareLeads(context, caller, [body]),
      isUnconditional ? leads.duplicatesOf(caller, contact) : [],
    ]);
    if (!prepared?.lead) throw invalid(...(prepared?.faults ?? []));
    if (!isUnconditional) return createUnlessKnown(context, caller, prepared.lead, query.on_duplicate === 'reject');
    const answer = created(leadJson(prepared.lead), metaOf(duplicates));
    await leads.add(answering(caller, answer), [prepared.lead]);
    return answer;
  };
}
