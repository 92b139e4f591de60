import type { ConsumeMessage } from 'amqplib';
import type { Mode } from '../core/caller.js';
import { isTraceparent } from '../core/traceparent.js';
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
  /** Publishing fails when no queue takes the event. */
  readonly mandatory: boolean;
}

/** An event as it arrives. */
export interface InboundEvent {
  readonly id: string;
  readonly name: string;
  readonly mode: Mode;
  /** The JSON text that was published, byte for byte. It is decoded whenever it is asked for. */
  readonly payload: string;
  readonly requestId: string;
  readonly traceparent?: string;
  /** Agent id of the person who made the change; absent for keys and the system. */
  readonly agentId?: string;
}

/**
 * Reads a delivery; throws when it has no id or mode, as every published event has. `parent` is the trace that its handling belongs to, in
 * place of its own.
 */
export function readEvent({ content, fields, properties }: ConsumeMessage, parent?: string): InboundEvent {
  const { messageId, headers } = properties;
  const mode: unknown = headers?.mode;
  if (typeof messageId !== 'string' || (mode !== 'live' && mode !== 'sandbox')) {
    throw new Error('The message is no event: it lacks an id or a mode.');
  }
  const traceparent: unknown = parent ?? headers?.traceparent;
  const agentId: unknown = headers?.agent_id;
  return {
    id: messageId,
    name: fields.routingKey,
    mode,
    // A consumer may hold many events, which would else be in memory twice.
    get payload() {
      return content.toString('utf8');
    },
    requestId: String(headers?.request_id ?? messageId),
    ...(isTraceparent(traceparent) ? { traceparent } : {}),
    ...(typeof agentId === 'string' ? { agentId } : {}),
  };
}

/** By what log lines about a message are found, which may be no event. */
export function readLogFields({ properties: { headers } }: Pick<ConsumeMessage, 'properties'>) {
  const requestId: unknown = headers?.request_id;
  const traceparent: unknown = headers?.traceparent;
  return toLogFields({
    ...(typeof requestId === 'string' ? { requestId } : {}),
    ...(isTraceparent(traceparent) ? { traceparent } : {}),
  });
}
