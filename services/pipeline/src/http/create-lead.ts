import { answering, type Caller } from '@plotline/kit/caller';
import { conflict, invalid } from '@plotline/kit/errors';
import { type Answer, created, ok, versioned } from '@plotline/kit/http/answer';
import type { Call, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { Lead } from '../domain/lead.js';
import { commonContact, knownContact, type OnDuplicate } from './known-contact.js';
import type { LeadBody, NewLeadBody } from './lead-input.js';
import { leadJson } from './lead-json.js';
import { inspectBodies, prepareLeads } from './prepare-leads.js';

interface Query {
  readonly on_duplicate: OnDuplicate;
}

/** What the answer says of others with the same email or phone. */
function metaOf(duplicates: readonly string[]) {
  return duplicates.length === 0 ? undefined : { possible_duplicates: duplicates };
}

function createdAnswer(lead: Lead, duplicates: readonly string[] = []): Answer {
  return versioned(created(leadJson(lead), metaOf(duplicates)), lead.version);
}

/** Stores the lead, or answers with the other that has its email or phone. */
async function createUnlessKnown(
  { leads, intake }: Context,
  caller: Caller,
  lead: Lead,
  reject: boolean,
): Promise<Answer> {
  const answer = createdAnswer(lead);
  const known = await intake.addUnlessKnown(answering(caller, answer), [lead]);
  const [oldest] = known;
  if (oldest === undefined) return answer;
  const other = await leads.get(caller, oldest);
  if (!other) throw conflict('Another lead with the same email or phone was just erased; try again.');
  if (reject) throw knownContact(commonContact(lead, other));
  return versioned(ok(leadJson(other), metaOf(known)), other.version);
}

/** POST /v1/leads */
export function createLead(context: Context): InspectingHandler {
  const { intake } = context;
  return {
    handle: async ({ caller, body, query }: Call<NewLeadBody, Query>) => {
      const contact = { email: body.email.toLowerCase(), phone: body.phone ?? null };
      const isUnconditional = query.on_duplicate === 'create';
      const [[prepared], duplicates] = await Promise.all([
        prepareLeads(context, caller, [{ body, known: [] }]),
        isUnconditional ? intake.duplicatesOf(caller, contact) : [],
      ]);
      if (!prepared?.lead) throw invalid(...(prepared?.faults ?? []));
      if (!isUnconditional) return createUnlessKnown(context, caller, prepared.lead, query.on_duplicate === 'reject');
      const answer = createdAnswer(prepared.lead, duplicates);
      await intake.add(answering(caller, answer), prepared.lead);
      return answer;
    },
    inspect: async ({ caller, body }: Call<LeadBody>) => {
      return (await inspectBodies(context, caller, [body])).flatMap(({ faults }) => faults);
    },
  };
}
