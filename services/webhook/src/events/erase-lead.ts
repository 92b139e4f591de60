import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/event-envelope';
import type { Tenant } from '@plotline/kit/caller';
import type { Context } from '../context.js';

/** Deliveries that are read and changed together. */
const batchSize = 100;

/** Takes a lead's personal data out of what is stored about it. Begun again, it goes on with what is left. */
export async function redactLead(
  { deliveries, clock }: Pick<Context, 'deliveries' | 'clock'>,
  tenant: Tenant,
  leadId: string,
): Promise<void> {
  while ((await deliveries.redactBatch(tenant, leadId, clock(), batchSize)) > 0);
}

/**
 * `erasure.lead`: a lead was erased, and its personal data goes from the deliveries, whose log stays. That it was erased
 * is noted first: what is recorded from then on is looked at again once it is stored, so that no event that comes late
 * brings the data back.
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
      await redactLead(context, tenant, leadId);
    },
  };
}
