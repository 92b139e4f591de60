import type { ConsumeMessage } from 'amqplib';
import type { Mode } from '../core/caller.js';
import { isTraceparent } from '../core/ids.js';
import { isJsonObject, type JsonObject } from '../core/json-object.js';
import { toLogFields } from '../telemetry/log.js';

/** Topic exchange for all events. The routing key is the event's name. */
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

/** Event in the form in which a consumer receives it. */
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
 * Reads a delivery. Throws if it lacks the id or the mode, which every published event has. If `parent` is given, the
 * handling is traced below `parent` instead of in the event's own trace.
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

/** Returns log fields for a message, even if it isn't an event. */
export function readLogFields({ properties: { headers } }: Pick<ConsumeMessage, 'properties'>) {
  const requestId: unknown = headers?.request_id;
  const traceparent: unknown = headers?.traceparent;
  return toLogFields({
    ...(typeof requestId === 'string' ? { requestId } : {}),
    ...(isTraceparent(traceparent) ? { traceparent } : {}),
  });
}

/** Content of an event. */
export interface EventEnvelope {
  readonly id: string;
  /** Name of the event, such as `lead.created`. */
  readonly event: string;
  readonly timestamp: Date;
  readonly workspace_id: string;
  /** Version of the record in `data`, which distinguishes the record's states. Absent if `data` isn't a record. */
  readonly version?: number | undefined;
  /** The record as GET returns it. */
  readonly data: unknown;
  /** Former values of the changed fields; only for events about a change. */
  readonly previous?: JsonObject | undefined;
}

/** Envelope in the form in which consumers get it. */
export interface ParsedEnvelope extends EventEnvelope {
  readonly data: JsonObject;
  /** Empty when the event has none. */
  readonly previous: JsonObject;
}

/** Formats the payload of an event: the JSON text that is published and signed, byte for byte. */
export function formatEnvelope(envelope: EventEnvelope): string {
  const { id, event, timestamp, workspace_id, version, data, previous } = envelope;
  return JSON.stringify({ id, event, timestamp, workspace_id, version, data, previous });
}

function toFields(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Returns a field of a value within an event; undefined when the value isn't an object or lacks the field. */
export function readField(value: unknown, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns a text field of a value within an event; null when there is none. */
export function readOptionalText(value: unknown, name: string): string | null {
  const text = readField(value, name);
  return typeof text === 'string' ? text : null;
}

/** Returns a text field of an event. Throws when there is none. */
export function readText(fields: JsonObject, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new Error(`The event's ${name} is not a text.`);
  return value;
}

/** Returns a field of an event that is a list of texts. Throws when there is none. */
export function readTexts(fields: JsonObject, name: string): string[] {
  const values = fields[name];
  if (!Array.isArray(values)) throw new Error(`The event's ${name} is not a list.`);
  return values.map((value) => readText({ [name]: value }, name));
}

/** Parses the payload of an event. Throws if it is malformed, so that the message becomes a dead letter. */
export function parseEnvelope(payload: string): ParsedEnvelope {
  const fields = toFields(JSON.parse(payload));
  const { version } = fields;
  return {
    id: readText(fields, 'id'),
    event: readText(fields, 'event'),
    timestamp: new Date(readText(fields, 'timestamp')),
    workspace_id: readText(fields, 'workspace_id'),
    ...(typeof version === 'number' && { version }),
    data: toFields(fields['data']),
    previous: toFields(fields['previous']),
  };
}
