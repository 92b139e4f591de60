import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/message';
import type { Context } from '../../context.js';

/** Consumes `milestone.reached`: queues the property. Its milestones are read from inventory later. */
export function createMilestoneConsumer({
  milestoneQueue,
  clock,
}: Pick<Context, 'milestoneQueue' | 'clock'>): Consumer {
  return {
    queue: 'pipeline.milestones',
    bindings: ['milestone.reached'],
    prefetch: 4,
    handle: async ({ payload, mode, requestId }) => {
      const { workspace_id: workspaceId, data } = parseEnvelope(payload);
      const now = clock();
      const work = { subjectIds: [readText(data, 'property_id')], requestId, since: now, resumeAt: now };
      await milestoneQueue.enqueue({ workspaceId, mode }, work);
    },
  };
}
