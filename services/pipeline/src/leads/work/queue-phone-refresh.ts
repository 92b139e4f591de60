import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readOptionalText } from '@plotline/kit/broker/message';
import { defaultPlace } from '@plotline/kit/core/caller';
import { modes } from '@plotline/kit/store/connection/connect';
import type { Context } from '../../context.js';

type RefreshContext = Pick<Context, 'workspacePlaces' | 'phoneRefreshQueue' | 'clock'>;

/**
 * Consumes `workspace.updated`: stores the country of the workspace and queues its leads in both modes. Events may
 * arrive late, twice and in any order, because only the latest country counts.
 */
export function createWorkspaceConsumer({ workspacePlaces, phoneRefreshQueue, clock }: RefreshContext): Consumer {
  return {
    queue: 'pipeline.workspaces',
    bindings: ['workspace.updated'],
    prefetch: 2,
    handle: async ({ payload, requestId }) => {
      const { workspace_id: workspaceId, timestamp, data, previous } = parseEnvelope(payload);
      const isOtherChange = Object.keys(previous).length > 0 && !('country' in previous);
      if (isOtherChange) return;
      const timeZone = readOptionalText(data, 'time_zone') ?? defaultPlace.timeZone;
      const place = { country: readOptionalText(data, 'country') ?? '', timeZone };
      for (const mode of modes) {
        const tenant = { workspaceId, mode };
        await workspacePlaces.set(tenant, place, timestamp);
        const now = clock();
        await phoneRefreshQueue.enqueue(tenant, { subjectIds: [workspaceId], requestId, since: now, resumeAt: now });
      }
    },
  };
}
