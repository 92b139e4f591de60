import { isJsonObject, type JsonObject } from '../core/json-object.js';

/** What an event says (contract, part 6). */
export interface EventEnvelope {
  readonly id: string;
  /** The event's name, such as `lead.created`. */
  readonly event: string;
  readonly timestamp: Date;
  readonly workspace_id: string;
  /** The version of the record in `data`, by which two states of it are told apart; absent where `data` is none. */
  readonly version?: number | undefined;
  /** The record as GET returns it. */
  readonly data: unknown;
  /** The changed fields as they were; only with events that tell of a change. */
  readonly previous?: JsonObject | undefined;
}

/** An envelope as consumers read it. */
export interface ParsedEnvelope extends Omit<EventEnvelope, 'version'> {
  readonly data: JsonObject;
  /** Empty when the event has none. */
  readonly previous: JsonObject;
}

/** The payload of an event: the JSON text that is published and signed, byte for byte. */
export function formatEnvelope(envelope: EventEnvelope): string {
  const { id, event, timestamp, workspace_id, version, data, previous } = envelope;
  return JSON.stringify({ id, event, timestamp, workspace_id, version, data, previous });
}

function toFields(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A field of a value within an event; undefined when that is no object, or has none of that name. */
export function readField(value: unknown, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A text that is a field of a value within an event; null when there is none. */
export function readOptionalText(value: unknown, name: string): string | null {
  const text = readField(value, name);
  return typeof text === 'string' ? text : null;
}

/** A text among the fields of an event. Throws when it is none. */
export function readText(fields: JsonObject, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new Error(`The event's ${name} is no text.`);
  return value;
}

/** A list of texts among the fields of an event. Throws when it is none. */
export function readTexts(fields: JsonObject, name: string): string[] {
  const values = fields[name];
  if (!Array.isArray(values)) throw new Error(`The event's ${name} is no list.`);
  return values.map((value) => readText({ [name]: value }, name));
}

/** Reads the payload of an event. Throws when it is none: such a message is set aside rather than guessed at. */
export function parseEnvelope(payload: string): ParsedEnvelope {
  const fields = toFields(JSON.parse(payload));
  return {
    id: readText(fields, 'id'),
    event: readText(fields, 'event'),
    timestamp: new Date(readText(fields, 'timestamp')),
    workspace_id: readText(fields, 'workspace_id'),
    data: toFields(fields['data']),
    previous: toFields(fields['previous']),
  };
}
