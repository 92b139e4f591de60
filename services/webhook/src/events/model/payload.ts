/** Version of the request body that a webhook gets. */
export type PayloadVersion = 'v1' | 'v2';

/** Fields of a published event from which payloads are made. */
interface EventPayload {
  readonly event: unknown;
  readonly timestamp: unknown;
  readonly data: unknown;
  readonly previous?: unknown;
}

function isEventPayload(value: unknown): value is EventPayload {
  return typeof value === 'object' && value !== null && 'event' in value && 'timestamp' in value && 'data' in value;
}

function getField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Returns the field of `data` with the id of the event's record. */
function getIdField(event: unknown): 'id' | 'lead_id' | 'property_id' {
  if (event === 'milestone.reached') return 'property_id';
  return event === 'lead.note_added' ? 'lead_id' : 'id';
}

/** Returns the id of an event's record; null when it has none. */
export function findResourceId(event: string, data: object): string | null {
  const id = getField(data, getIdField(event));
  return typeof id === 'string' ? id : null;
}

/** Fields of `data` with the id of another record by which the event can be found. The key is an event or a group. */
const relatedFields: ReadonlyMap<string, string> = new Map([
  ['lead.merged', 'merged_id'],
  ['payment', 'invoice_id'],
  ['task', 'lead_id'],
  ['document', 'lead_id'],
]);

/** Returns the id of another record by which the event can be found. Returns null if there is none. */
export function findRelatedId(event: string, data: object): string | null {
  const [group = ''] = event.split('.', 1);
  const field = relatedFields.get(event) ?? relatedFields.get(group);
  const id = field === undefined ? undefined : getField(data, field);
  return typeof id === 'string' ? id : null;
}

/**
 * Returns the id of the lead whose personal data is in the event's `data`. Returns null for deletions, which have no
 * personal data, and for events other than `lead.*`, `task.*`, `hold.*`
 * and `document.*`.
 */
export function findLeadId(event: string, data: object): string | null {
  if (/^(task|hold|document)\./.test(event) && event !== 'task.deleted') {
    const leadId = getField(data, 'lead_id');
    return typeof leadId === 'string' ? leadId : null;
  }
  const isAboutPerson = event.startsWith('lead.') && event !== 'lead.deleted';
  return isAboutPerson ? findResourceId(event, data) : null;
}

/** Parses the fields of a stored payload. */
export function parsePayload(payload: string): { event: string; timestamp: unknown; data: object } {
  const event: unknown = JSON.parse(payload);
  if (!isEventPayload(event)) throw new Error('The event has no payload.');
  return { event: String(event.event), timestamp: event.timestamp, data: Object(event.data) };
}

/** Returns the fields of a hold without texts that may describe the lead. Keeps the ids. */
function redactHold(fields: object): object {
  const redact = ([name, value]: readonly [string, unknown]) => {
    if (name === 'notes') return [name, null] as const;
    const isDeposit = name === 'deposit' && typeof value === 'object' && value !== null;
    return [name, isDeposit ? { ...value, reference: null } : value] as const;
  };
  return Object.fromEntries(Object.entries(fields).map(redact));
}

/** Returns earlier values of a hold's fields, without its texts. */
function redactPreviousHold(previous: unknown): { readonly previous?: object } {
  const { notes: _notes, ...rest }: { notes?: unknown } = Object(previous);
  return Object.keys(rest).length > 0 ? { previous: redactHold(rest) } : {};
}

/**
 * Returns the payload without personal data. Events of holds lose only the texts of the hold, because these events are
 * also about a unit. Other events lose `previous`, and their `data` keeps only the id of its record.
 */
export function redactPayload(payload: string): string {
  const event: unknown = JSON.parse(payload);
  if (!isEventPayload(event)) throw new Error('The event has no payload.');
  const { data, previous, ...rest } = event;
  if (String(event.event).startsWith('hold.')) {
    return JSON.stringify({ ...rest, data: redactHold(Object(data)), ...redactPreviousHold(previous) });
  }
  const field = getIdField(event.event);
  return JSON.stringify({ ...rest, data: { [field]: getField(data, field) } });
}

/**
 * Returns the request body for a payload version. v2 is the published text, byte for byte. v1 (deprecated) has
 * `created_at` instead of `timestamp`, and neither `id` nor `workspace_id`.
 */
export function toRequestBody(version: PayloadVersion, payload: string): string {
  if (version === 'v2') return payload;
  const event: unknown = JSON.parse(payload);
  if (!isEventPayload(event)) throw new Error('The event has no payload.');
  return JSON.stringify({
    event: event.event,
    created_at: event.timestamp,
    data: event.data,
    previous: event.previous,
  });
}
