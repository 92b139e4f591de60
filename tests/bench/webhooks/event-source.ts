import { randomUUID } from 'node:crypto';
import { eventExchange, formatEnvelope } from '@plotline/kit/broker/message';
import { connect } from 'amqplib';

/** Publishes `lead.created` as pipeline's relay does. Saves the time that creating leads through the API would take. */
export interface EventSource {
  /** Resolves to the ids of the events' leads once the broker has all events. */
  publish(workspaceId: string, count: number): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startEventSource(amqpUrl: string): Promise<EventSource> {
  const connection = await connect(amqpUrl);
  const channel = await connection.createConfirmChannel();
  return {
    publish: async (workspaceId, count) => {
      const leadIds = Array.from({ length: count }, () => `lead_${randomUUID()}`);
      for (const leadId of leadIds) {
        const id = `evt_${randomUUID()}`;
        const data = { id: leadId, name: 'Bench', email: 'bench@example.com', notes: 'x'.repeat(800) };
        const event = { id, event: 'lead.created', timestamp: new Date(), workspace_id: workspaceId, data };
        const headers = { mode: 'live', request_id: id };
        const options = { persistent: true, messageId: id, contentType: 'application/json', headers };
        channel.publish(eventExchange, 'lead.created', Buffer.from(formatEnvelope(event)), options);
      }
      await channel.waitForConfirms();
      return leadIds;
    },
    stop: () => connection.close(),
  };
}
