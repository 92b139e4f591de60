import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/message';
import type { Context } from '../../context.js';

/**
 * Consumes `property.updated`: queues a property whose day of completion changed. The day is read from inventory later,
 * so that events may arrive late, twice and in any order.
 */
export function createCompletionConsumer({
  completionQueue,
  clock,
}: Pick<Context, 'completionQueue' | 'clock'>): Consumer {
  return {
    queue: 'pipeline.completions',
    bindings: ['property.updated'],
    prefetch: 4,
    handle: async ({ payload, mode, requestId }) => {
      const { workspace_id: workspaceId, data, previous } = parseEnvelope(payload);
      if (!('completion_date' in previous)) return;
      const now = clock();
      const work = { subjectIds: [readText(data, 'id')], requestId, since: now, resumeAt: now };
      await completionQueue.enqueue({ workspaceId, mode }, work);
    },
  };
}
