import { invalid } from '@plotline/kit/core/errors';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { LeadEmailsServiceServer } from '@plotline/protos/plotline/pipeline/v1/lead_emails';
import type { Context } from '../../context.js';
import { applyNote } from '../model/contact.js';
import { toEmailKey } from '../model/duplicates.js';
import { isSentStatus, sentStatuses } from '../model/email-entry.js';
import { chooseLead } from '../model/lead.js';
import { addEmailEntry } from '../work/add-email-entry.js';
import { receiveInquiry } from './receive-inquiry.js';

/** Creates LeadEmailsService. The service that sends and receives emails calls it to add them to timelines. */
export function createLeadEmailsService(context: Context, rpc: RpcAdapter): LeadEmailsServiceServer {
  const { leads, leadWriter } = context;
  return {
    recordEmail: rpc(async ({ id, lead_id, status, at, subject, text, reason }, call) => {
      if (!isSentStatus(status)) {
        throw invalid({ field: 'status', message: `must be one of: ${sentStatuses.join(', ')}` });
      }
      const caller = call.caller();
      await addEmailEntry(context, caller, {
        email: { id, direction: 'out', status, subject, text, reason, portal: '', at: new Date(at) },
        find: async (session) =>
          (await leads.get(caller, lead_id, session)) ?? leads.merged.findSurvivor(caller, lead_id, session),
        change: (lead, now) => (status === 'sent' ? applyNote(lead, 'email', now) : lead),
      });
      return {};
    }),
    receiveEmail: rpc(async ({ id, from, subject, text, at }, call) => {
      const caller = call.caller();
      const found = chooseLead(await leadWriter.findByKeys(caller, [toEmailKey(from)]));
      if (!found) return { lead_id: undefined };
      await addEmailEntry(context, caller, {
        email: { id, direction: 'in', status: 'received', subject, text, reason: '', portal: '', at: new Date(at) },
        find: async (session) =>
          (await leads.get(caller, found.id, session)) ?? leads.merged.findSurvivor(caller, found.id, session),
        change: (lead) => lead,
      });
      return { lead_id: found.id };
    }),
    receiveInquiry: rpc(async (request, call) => receiveInquiry(context, call.caller(), request)),
  };
}
