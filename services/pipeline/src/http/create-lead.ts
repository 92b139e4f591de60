import { invalid } from '@plotline/kit/errors';
import { type Answer, created, versioned } from '@plotline/kit/http/answer';
import type { Call, InspectingHandler } from '@plotline/kit/http/handler';
import type { Command } from '@plotline/kit/idempotency/command';
import type { Context } from '../context.js';
import type { Lead } from '../domain/lead.js';
import { noDuplicates } from '../store/duplicates.js';
import { commonContact, duplicatesMeta, knownContact, type OnDuplicate, othersThan } from './known-contact.js';
import { leadAnswer } from './lead-answer.js';
import type { LeadBody, NewLeadBody } from './lead-input.js';
import { leadJson } from './lead-json.js';
import { inspectBodies, prepareLeads } from './prepare-leads.js';
import { settle } from './settle.js';

interface Query {
  readonly on_duplicate: OnDuplicate;
}

function createdAnswer(lead: Lead, duplicates: readonly string[] = []): Answer {
  return versioned(created(leadJson(lead), duplicatesMeta(duplicates)), lead.version);
}

/** Stores the lead, or answers with the oldest of those who are known; null when others came or went meanwhile. */
async function createUnlessKnown(
  { leads, intake }: Context,
  command: Command,
  lead: Lead,
  reject: boolean,
): Promise<Answer | null> {
  const { caller } = command;
  const known = await intake.duplicatesOf(caller, lead);
  const [oldest] = known.ids;
  if (oldest === undefined) {
    const answer = createdAnswer(lead);
    const isStored = (await intake.addUnlessKnown(command, [lead], answer)).length === 0;
    return isStored ? answer : null;
  }
  if (reject) throw knownContact(commonContact(known));
  const other = await leads.get(caller, oldest);
  return other && leadAnswer(other, duplicatesMeta(othersThan(other, known)));
}

/** POST /v1/leads */
export function createLead(context: Context): InspectingHandler {
  const { intake } = context;
  return {
    handle: async (call: Call<NewLeadBody, Query>) => {
      const { caller, body } = call;
      const onDuplicate = call.query.on_duplicate;
      const contact = { email: body.email.toLowerCase(), phone: body.phone ?? null };
      const isUnconditional = onDuplicate === 'create';
      const [[prepared], { ids }] = await Promise.all([
        prepareLeads(context, caller, [{ body, known: [] }]),
        isUnconditional ? intake.duplicatesOf(caller, contact) : noDuplicates,
      ]);
      const lead = prepared?.lead;
      if (!lead) throw invalid(...(prepared?.faults ?? []));
      if (!isUnconditional) return settle(() => createUnlessKnown(context, call, lead, onDuplicate === 'reject'));
      const answer = createdAnswer(lead, ids);
      await intake.add(call, lead, answer);
      return answer;
    },
    inspect: async ({ caller, body }: Call<LeadBody>) => {
      return (await inspectBodies(context, caller, [body])).flatMap(({ faults }) => faults);
    },
  };
}
