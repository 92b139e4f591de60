import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/event-envelope';
import type { Tenant } from '@plotline/kit/caller';
import type { Context } from '../context.js';

/** Records that are read at once. */
const maxBatch = 100;

/** Removes a lead's personal data from its stored events. Run again after an interruption, it redacts the rest. */
export async function redactEvents(
  { events, clock }: Pick<Context, 'events' | 'clock'>,
  tenant: Tenant,
  leadId: string,
): Promise<void> {
  while ((await events.redactBatch(tenant, leadId, clock(), maxBatch)) > 0);
}

/**
 * `erasure.lead`: removes the lead's personal data from its events, and the response bodies from their deliveries. The
 * erasure is stored before the events are searched: events of the lead that are recorded later are compared with the stored
 * erasures and redacted. The events come before the deliveries: no attempt that sends personal data begins after the search
 * for deliveries.
 */
export function eraseLead(context: Context): Consumer {
  const { deliveries, erasures, notices, clock } = context;
  return {
    queue: 'webhook.erasures',
    bindings: ['erasure.lead'],
    prefetch: 4,
    handle: async ({ payload, mode }) => {
      const { workspace_id, data } = parseEnvelope(payload);
      const tenant = { workspaceId: workspace_id, mode };
      const leadId = readText(data, 'lead_id');
      await erasures.add(tenant, leadId, clock());
      await redactEvents(context, tenant, leadId);
      while ((await deliveries.redactBatch(tenant, leadId, clock(), maxBatch)) > 0);
      // Last: a notice has what a delivery had that was not redacted yet.
      while ((await notices.redactBatch(tenant, leadId, clock(), maxBatch)) > 0);
    },
  };
}
