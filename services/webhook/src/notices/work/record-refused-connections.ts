import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/message';
import type { Context } from '../../context.js';
import { reportConnection } from '../model/connection-notice.js';

/** Consumes `connection.needs_attention` and creates a notice for those who manage connections. */
export function recordRefusedConnections({ noticeWriter, clock }: Pick<Context, 'noticeWriter' | 'clock'>): Consumer {
  return {
    queue: 'webhook.refused-connections',
    bindings: ['connection.needs_attention'],
    prefetch: 16,
    handle: async ({ payload, mode }) => {
      const { id: eventId, workspace_id: workspaceId, data } = parseEnvelope(payload);
      const connection = {
        eventId,
        connectionId: readText(data, 'connection_id'),
        name: readText(data, 'name'),
        provider: readText(data, 'provider'),
        message: readText(data, 'message'),
      };
      const now = clock();
      await noticeWriter.add({ workspaceId, mode }, reportConnection(connection, now), now);
    },
  };
}
