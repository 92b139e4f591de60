import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText, readTexts } from '@plotline/kit/broker/message';
import type { Tenant } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';

/** Number of records that are read in one batch. */
const maxBatch = 100;

/**
 * Removes a lead's personal data from its stored events, and the response bodies from their deliveries. Handles events
 * before deliveries, so that no attempt with personal data begins after the search for deliveries. After an
 * interruption, another run redacts the rest.
 */
export async function redactLead(
  { events, webhooks, integrations, clock }: Pick<Context, 'events' | 'webhooks' | 'integrations' | 'clock'>,
  tenant: Tenant,
  leadId: string,
): Promise<void> {
  while ((await events.redactBatch(tenant, leadId, clock(), maxBatch)) > 0);
  for (const { deliveries } of [webhooks, integrations]) {
    while ((await deliveries.redactBatch(tenant, leadId, clock(), maxBatch)) > 0);
  }
}

/**
 * Consumes `erasure.lead`: redacts the stored data of the lead, and of leads that were merged into it. Stores the
 * erasure before it searches the events. Events of the lead that are recorded later are then compared with the stored
 * erasures and redacted.
 */
export function eraseLead(context: Context): Consumer {
  const { erasures, notices, reminders, clock } = context;
  return {
    queue: 'webhook.erasures',
    bindings: ['erasure.lead'],
    prefetch: 4,
    handle: async ({ payload, mode }) => {
      const { workspace_id, data } = parseEnvelope(payload);
      const tenant = { workspaceId: workspace_id, mode };
      // Publishers of the previous release don't send the merged leads.
      const mergedIds = 'merged_ids' in data ? readTexts(data, 'merged_ids') : [];
      const leadIds = [readText(data, 'lead_id'), ...mergedIds];
      for (const leadId of leadIds) {
        await erasures.add(tenant, leadId, clock());
        await redactLead(context, tenant, leadId);
        while ((await reminders.removeBatch(tenant, leadId, maxBatch)) > 0);
      }
      // Notices must be redacted last, because a notice may copy data from a delivery that was not redacted yet.
      for (const leadId of leadIds) while ((await notices.redactBatch(tenant, leadId, clock(), maxBatch)) > 0);
    },
  };
}
