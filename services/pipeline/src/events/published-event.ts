import type { InboundEvent } from '@plotline/kit/broker/message';
import type { Tenant } from '@plotline/kit/caller';

type Fields = Readonly<Record<string, unknown>>;

/** An event's payload as far as this service reads it. */
export interface PublishedEvent {
  readonly tenant: Tenant;
  readonly timestamp: Date;
  readonly data: Fields;
  /** The changed fields as they were; empty when the event has none. */
  readonly previous: Fields;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Text from a payload. Throws when it is none: such an event is set aside rather than guessed at. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new Error(`The event's ${name} is no text.`);
  return value;
}

/** Texts from a payload. Throws when they are none. */
export function textsOf(fields: Fields, name: string): string[] {
  const values = fields[name];
  if (!Array.isArray(values)) throw new Error(`The event's ${name} is no list.`);
  return values.map((value) => textOf({ [name]: value }, name));
}

/** Reads the payload of an event. */
export function readPayload({ payload, mode }: Pick<InboundEvent, 'payload' | 'mode'>): PublishedEvent {
  const { workspace_id, timestamp, data, previous } = fieldsOf(JSON.parse(payload));
  const texts = { workspace_id, timestamp };
  return {
    tenant: { workspaceId: textOf(texts, 'workspace_id'), mode },
    timestamp: new Date(textOf(texts, 'timestamp')),
    data: fieldsOf(data),
    previous: fieldsOf(previous),
  };
}
