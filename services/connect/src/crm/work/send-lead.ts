import { readText } from '@plotline/kit/broker/message';
import { createSystemCaller } from '@plotline/kit/core/caller';
import { openCredentials } from '../../connections/model/seals.js';
import { createConnectionSend } from '../../connections/work/call-vendor.js';
import type { Context } from '../../context.js';
import type { Reaction, SendRecord } from '../../outbound/model/outbound-job.js';
import type { CrmProvider } from '../../vendors/model/provider.js';
import { gatherLeadFacts } from './gather-lead-facts.js';
import { toCrmDeal, toCrmLead } from './to-crm.js';

type CrmContext = Pick<
  Context,
  'calls' | 'connections' | 'clock' | 'simulatorUrl' | 'egress' | 'seals' | 'leadReader' | 'dashboardUrl'
>;

/** Sends the contact of a lead, then the deals of the lead's sales. Does nothing if the lead no longer exists. */
function createSendLead(context: CrmContext, provider: CrmProvider): SendRecord {
  const { leadReader, seals } = context;
  return async (tenant, connection, { record_id, request_id }) => {
    const caller = createSystemCaller(tenant, provider.name, request_id);
    const [lead] = await leadReader.find(caller, [record_id]);
    if (!lead) return;
    const facts = await gatherLeadFacts(context, caller, lead);
    const values = {
      mode: tenant.mode,
      settings: connection.settings,
      credentials: openCredentials(seals, connection),
    };
    const send = createConnectionSend(context, tenant, connection.id, provider);
    const isLead = async (id: string) => (await leadReader.find(caller, [id])).length > 0;
    const contactId = await provider.crm.putContact(send, values, toCrmLead(lead, facts), isLead);
    // Sends the oldest deal first, in the order of creation.
    for (const deal of lead.deals.toReversed()) {
      await provider.crm.putDeal(send, values, toCrmDeal(lead, deal, facts), contactId);
    }
  };
}

/**
 * Creates the reaction that sends leads to a CRM. It reads nothing from the CRM, so changes in the CRM don't affect the
 * lead.
 */
export function createCrmReaction(context: CrmContext, provider: CrmProvider): Reaction {
  return {
    events: ['lead.created', 'lead.updated', 'lead.won', 'lead.merged'],
    recordType: 'lead',
    findRecordId: (data) => readText(data, 'id'),
    send: createSendLead(context, provider),
  };
}
