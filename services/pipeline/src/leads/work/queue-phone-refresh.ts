import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readOptionalText } from '@plotline/kit/broker/message';
import { modes } from '@plotline/kit/store/connection/connect';
import type { Context } from '../../context.js';

type RefreshContext = Pick<Context, 'workspaceCountries' | 'phoneRefreshQueue' | 'clock'>;

/**
 * `workspace.updated`: stores the country of the workspace and queues its leads in both modes. Events may arrive late,
 * twice and in any order: the latest country counts.
 */
export function createWorkspaceConsumer({ workspaceCountries, phoneRefreshQueue, clock }: RefreshContext): Consumer {
  return {
    queue: 'pipeline.workspaces',
    bindings: ['workspace.updated'],
    prefetch: 2,
    handle: async ({ payload, requestId }) => {
      const { workspace_id: workspaceId, timestamp, data, previous } = parseEnvelope(payload);
      const isOtherChange = Object.keys(previous).length > 0 && !('country' in previous);
      if (isOtherChange) return;
      for (const mode of modes) {
        const tenant = { workspaceId, mode };
        await workspaceCountries.set(tenant, readOptionalText(data, 'country') ?? '', timestamp);
        const now = clock();
        await phoneRefreshQueue.enqueue(tenant, { subjectIds: [workspaceId], requestId, since: now, resumeAt: now });
      }
    },
  };
}
