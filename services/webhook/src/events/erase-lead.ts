import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/event-envelope';
import type { Tenant } from '@plotline/kit/caller';
import type { Context } from '../context.js';

/** Deliveries that are read at once. */
const maxBatch = 100;

/** Removes a lead's personal data from its stored deliveries. Run again after an interruption, it redacts the rest. */
export async function redactDeliveries(
  { deliveries, clock }: Pick<Context, 'deliveries' | 'clock'>,
  tenant: Tenant,
  leadId: string,
): Promise<void> {
  while ((await deliveries.redactBatch(tenant, leadId, clock(), maxBatch)) > 0);
}

/**
 * `erasure.lead`: removes the lead's personal data from its deliveries. The erasure is stored before the deliveries are
 * searched: events of the lead that are recorded later are compared with the stored erasures and redacted.
 */
export function eraseLead(context: Context): Consumer {
  const { erasures, clock } = context;
  return {
    queue: 'webhook.erasures',
    bindings: ['erasure.lead'],
    prefetch: 4,
    handle: async ({ payload, mode }) => {
      const { workspace_id, data } = parseEnvelope(payload);
      const tenant = { workspaceId: workspace_id, mode };
      const leadId = readText(data, 'lead_id');
      await erasures.add(tenant, leadId, clock());
      await redactDeliveries(context, tenant, leadId);
    },
  };
}
