import { noContent } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { invalid } from '@plotline/kit/core/errors';
import { VersionConflict } from '@plotline/kit/store/records/guarded-update';
import type { ReceiveInquiryRequest, ReceiveInquiryResponse } from '@plotline/protos/plotline/pipeline/v1/lead_emails';
import type { Context } from '../../context.js';
import { toEmailKey } from '../model/duplicates.js';
import { chooseLead, type Lead } from '../model/lead.js';
import { removeRepeats } from '../model/new-lead.js';
import { addEmailEntry } from '../work/add-email-entry.js';
import { retryDuplicateCheck } from './duplicates.js';
import { prepareLeads } from './prepare-leads.js';

const mailAddress = /^[^\s@]{1,64}@[^\s@]{1,189}$/;
const maxListings = 100;

/** Returns the listing id for the first reference that matches exactly one listing; null if there is none. */
async function findListing(
  { listings }: Pick<Context, 'listings'>,
  caller: Caller,
  references: readonly string[],
): Promise<string | null> {
  const wanted = references.slice(0, 10);
  const found = wanted.length === 0 ? [] : await listings.findNamed(caller, wanted);
  const ids = new Map(found.map(({ reference, id }) => [reference, id]));
  return wanted.map((reference) => ids.get(reference)).find((id) => id !== undefined) ?? null;
}

/** Returns the id of the agent who gets new leads; null if the text doesn't refer to an active agent. */
async function findAssignee({ agents }: Pick<Context, 'agents'>, caller: Caller, text: string): Promise<string | null> {
  if (text === '') return null;
  const [named] = await agents.findNamed(caller, [text]);
  const id = named?.id ?? text;
  const [agent] = await agents.find(caller, [id]);
  return agent && agent.status !== 'inactive' ? agent.id : null;
}

/**
 * Stores a new lead, unless a lead has its email or phone. Prefers leads with the email to leads with the phone, and
 * then the newest open lead. Resolves to the id of the lead, and whether it is new.
 */
async function getOrCreate(context: Context, caller: Caller, lead: Lead) {
  const { leadWriter } = context;
  return retryDuplicateCheck(async () => {
    const [known] = (await leadWriter.findDuplicatesOf(caller, lead)).ids;
    if (known !== undefined) {
      const byEmail = chooseLead(await leadWriter.findByKeys(caller, [toEmailKey(lead.email ?? '')]));
      return { lead_id: byEmail?.id ?? known, is_new: false };
    }
    if (!(await leadWriter.addUnlessDuplicate({ caller }, [lead], noContent()))) throw new VersionConflict();
    return { lead_id: lead.id, is_new: true };
  });
}

/** Returns the text of the entry: the message, and facts that the lead itself does not show. */
function describeInquiry(request: ReceiveInquiryRequest, lead: Lead | null, hasListing: boolean): string {
  const { name, email, phone, message, listings } = request;
  const [reference = ''] = listings;
  const facts = [
    ...(lead && lead.name !== name ? [`Name: ${name}`] : []),
    ...(lead && lead.email?.toLowerCase() !== email.toLowerCase() ? [`Email: ${email}`] : []),
    ...(lead && phone !== '' && lead.phone !== phone ? [`Phone: ${phone}`] : []),
    ...(hasListing || reference === '' ? [] : [`Reference: ${reference}`]),
  ];
  return [message, facts.join('\n')].filter((part) => part !== '').join('\n\n');
}

/** LeadEmailsService.ReceiveInquiry */
export async function receiveInquiry(
  context: Context,
  caller: Caller,
  request: ReceiveInquiryRequest,
): Promise<ReceiveInquiryResponse> {
  const { leads } = context;
  const { id, portal, name, email, phone, message, agent, at } = request;
  if (!mailAddress.test(email)) throw invalid({ field: 'email', message: 'must be an email address' });
  if (name.trim() === '') throw invalid({ field: 'name', message: 'must not be blank' });
  const [listing, assignee] = await Promise.all([
    findListing(context, caller, request.listings),
    findAssignee(context, caller, agent),
  ]);
  const body = {
    name: name.slice(0, 200),
    email,
    phone: phone === '' ? null : phone.slice(0, 50),
    source: 'portal' as const,
    assigned_agent: assignee,
    interested_properties: listing === null ? [] : [listing],
    notes: message === '' ? null : message.slice(0, 10_000),
  };
  const [prepared] = await prepareLeads(context, caller, [{ body, contractFaults: [] }]);
  if (!prepared?.lead) throw invalid(...(prepared?.faults ?? []));
  const result = await getOrCreate(context, caller, prepared.lead);
  const known = result.is_new ? null : await context.leads.get(caller, result.lead_id);
  const addListing = (lead: Lead, now: Date): Lead => {
    const known = lead.interested_properties;
    const isFull = listing === null || known.includes(listing) || known.length >= maxListings;
    return isFull ? lead : { ...lead, interested_properties: removeRepeats([...known, listing]), updated_at: now };
  };
  await addEmailEntry(context, caller, {
    email: {
      ...({ id, direction: 'in', status: 'received', subject: '', reason: '', portal } as const),
      text: describeInquiry(request, known, listing !== null),
      at: new Date(at),
    },
    find: async (session) =>
      (await leads.get(caller, result.lead_id, session)) ?? leads.merged.findSurvivor(caller, result.lead_id, session),
    change: addListing,
  });
  return result;
}
