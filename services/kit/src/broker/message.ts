import type { ConsumeMessage } from 'amqplib';
import type { Mode } from '../core/caller.js';
import { isTraceparent } from '../core/ids.js';
import { toLogFields } from '../telemetry/log.js';

/** Topic exchange of every event; the routing key is the event's name. */
export const eventExchange = 'plotline.events';

export interface OutboundEvent {
  readonly id: string;
  readonly name: string;
  /** JSON text, published as it is. */
  readonly payload: string;
  readonly mode: Mode;
  readonly requestId: string;
  readonly traceparent?: string;
  /** Agent id of the person who made the change; absent for keys and the system. */
  readonly agentId?: string;
  /** Whether publishing fails when no queue takes the event. */
  readonly mandatory: boolean;
}

/** An event as a consumer receives it. */
export interface InboundEvent {
  readonly id: string;
  readonly name: string;
  readonly mode: Mode;
  /** The published JSON text, byte for byte. It is decoded on each access. */
  readonly payload: string;
  readonly requestId: string;
  readonly traceparent?: string;
  /** Agent id of the person who made the change; absent for keys and the system. */
  readonly agentId?: string;
}

/**
 * Reads a delivery. Throws when it lacks the id or the mode that every published event has. `parent` replaces the trace
 * of the event as the parent of its handling.
 */
export function readEvent({ content, fields, properties }: ConsumeMessage, parent?: string): InboundEvent {
  const { messageId, headers } = properties;
  const mode: unknown = headers?.mode;
  if (typeof messageId !== 'string' || (mode !== 'live' && mode !== 'sandbox')) {
    throw new Error('The message is not an event: it lacks an id or a mode.');
  }
  const traceparent: unknown = parent ?? headers?.traceparent;
  const agentId: unknown = headers?.agent_id;
  return {
    id: messageId,
    name: fields.routingKey,
    mode,
    // A consumer may hold many events; storing the decoded text would double their memory.
    get payload() {
      return content.toString('utf8');
    },
    requestId: String(headers?.request_id ?? messageId),
    ...(isTraceparent(traceparent) ? { traceparent } : {}),
    ...(typeof agentId === 'string' ? { agentId } : {}),
  };
}

/** Returns the fields of log lines about a message, which may be no event. */
export function readLogFields({ properties: { headers } }: Pick<ConsumeMessage, 'properties'>) {
  const requestId: unknown = headers?.request_id;
  const traceparent: unknown = headers?.traceparent;
  return toLogFields({
    ...(typeof requestId === 'string' ? { requestId } : {}),
    ...(isTraceparent(traceparent) ? { traceparent } : {}),
  });
}
