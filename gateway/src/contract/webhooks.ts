import type { ContractEvent } from '@plotline/kit/contract/document';
import { isJsonObject, type JsonObject } from '@plotline/kit/json-object';
import type { MergedContract } from './merge.js';
import { capitalize, referTo } from './named-schemas.js';
import { webhookHeaders } from './webhook-headers.js';

/** `LeadStageChanged` of `lead.stage_changed`. */
const toTypeName = (event: string) => event.split(/[._]/).map(capitalize).join('');

const eventExampleId = 'evt_01k9zq6h3m8v2x4c5b7n9p0rst';
const exampleTime = '2026-03-01T09:30:00.000Z';
const workspaceExampleId = 'ws_01k9zq6h3m8v2x4c5b7n9p0rst';

/** Only records have versions: what is told of a deletion or a note is none. */
function hasVersion(record: JsonObject): boolean {
  return isJsonObject(record['properties']) && Object.hasOwn(record['properties'], 'updated_at');
}

const version = {
  type: 'integer',
  minimum: 1,
  description:
    'Grows with each change of the record: of two events, the one with the greater version tells of the newer state. Events of one change share it, and numbers can be left out.',
};

function createEventSchema(
  name: string,
  { description, data, previous }: ContractEvent,
  record: JsonObject,
): JsonObject {
  const before = {
    type: 'object',
    description: 'The fields that changed, as they were before; absent when nothing that is shown changed.',
    properties: record['properties'],
  };
  return {
    type: 'object',
    description,
    required: ['id', 'event', 'timestamp', 'workspace_id', 'data'],
    properties: {
      id: { type: 'string', description: 'Id of the event, `evt_…`, the same wherever it is told.' },
      event: { type: 'string', const: name, description: 'Name of the event.' },
      timestamp: { type: 'string', format: 'date-time', description: 'When the change was made.' },
      workspace_id: { type: 'string', description: 'Workspace of the record, `ws_…`.' },
      ...(hasVersion(record) ? { version } : {}),
      data: referTo(data),
      ...(previous ? { previous: before } : {}),
    },
  };
}

function createExample(name: string, { example, previous }: ContractEvent, record: JsonObject): JsonObject {
  const examples: readonly unknown[] = Array.isArray(record['examples']) ? record['examples'] : [];
  const [first] = examples;
  if (!isJsonObject(first)) throw new Error(`The record of the event ${name} has no example.`);
  const data = { ...first, ...example };
  const timestamp = data['updated_at'] ?? data['deleted_at'] ?? exampleTime;
  const common = { id: eventExampleId, event: name, timestamp, workspace_id: workspaceExampleId };
  // The record was changed once.
  const ofRecord = hasVersion(record) ? { version: previous ? 2 : 1 } : {};
  return { ...common, ...ofRecord, data, ...(previous ? { previous } : {}) };
}

function createWebhook(name: string, event: ContractEvent, record: JsonObject): JsonObject {
  const value = createExample(name, event, record);
  const json = {
    schema: referTo(`${toTypeName(name)}Event`),
    examples: { event: { summary: event.description, value } },
  };
  return {
    post: {
      operationId: `receive${toTypeName(name)}`,
      summary: name,
      description: `${event.description} Sent to webhooks whose \`events\` name it, in the payload version \`v2\`. Once the record of a person was erased, a later attempt sends \`data: {id}\` alone.`,
      tags: ['Webhooks'],
      security: [],
      parameters: webhookHeaders,
      requestBody: { required: true, description: 'The event.', content: { 'application/json': json } },
      responses: {
        '2XX': {
          description: 'The receiver has the event. Any other answer, or none within 5 seconds, is a failed attempt.',
        },
      },
    },
  };
}

interface Webhooks {
  readonly webhooks: JsonObject;
  /** The schemas of the payloads. */
  readonly schemas: JsonObject;
}

/** What receivers are sent: a webhook for each event of the contract. Throws when an event names no record with an example. */
export function createWebhooks({ events, components }: Pick<MergedContract, 'events' | 'components'>): Webhooks {
  const webhooks: Record<string, JsonObject> = {};
  const schemas: Record<string, JsonObject> = {};
  for (const [name, event] of Object.entries(events)) {
    const record = components['schemas']?.[event.data];
    if (!isJsonObject(record)) throw new Error(`The event ${name} names the schema ${event.data}, which is not there.`);
    webhooks[name] = createWebhook(name, event, record);
    schemas[`${toTypeName(name)}Event`] = createEventSchema(name, event, record);
  }
  return { webhooks, schemas };
}
