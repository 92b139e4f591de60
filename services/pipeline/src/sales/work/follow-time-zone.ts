import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readOptionalText, readText } from '@plotline/kit/broker/message';
import { modes } from '@plotline/kit/store/connection/connect';
import type { Context } from '../../context.js';

/**
 * Consumes `workspace.updated`: stores the time zone of the workspace, in both modes, and reschedules the invoices of
 * its deals and the notices of overdue invoices. Events may arrive late, twice and in any order, because only the
 * latest time zone counts.
 */
export function createTimeZoneConsumer({
  workspacePlaces,
  invoicingQueue,
  overdueQueue,
  clock,
}: Pick<Context, 'workspacePlaces' | 'invoicingQueue' | 'overdueQueue' | 'clock'>): Consumer {
  return {
    queue: 'pipeline.time-zones',
    bindings: ['workspace.updated'],
    prefetch: 2,
    handle: async ({ payload }) => {
      const { workspace_id: workspaceId, timestamp, data, previous } = parseEnvelope(payload);
      if (!('time_zone' in previous)) return;
      const place = { country: readOptionalText(data, 'country') ?? '', timeZone: readText(data, 'time_zone') };
      for (const mode of modes) {
        const tenant = { workspaceId, mode };
        await workspacePlaces.set(tenant, place, timestamp);
        await invoicingQueue.wakeAll(tenant, clock());
        await overdueQueue.wakeAll(tenant, clock());
      }
    },
  };
}
