import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';
import type { ContractEvent } from '@plotline/kit/http/contract/document';
import { createEventExample, hasVersion } from '@plotline/kit/http/contract/event-examples';
import type { MergedContract } from './merge.js';
import { capitalize, referTo } from './named-schemas.js';
import { webhookHeaders } from './webhook-headers.js';

/** Converts an event name to a type name: `lead.stage_changed` to `LeadStageChanged`. */
const toTypeName = (event: string) => event.split(/[._]/).map(capitalize).join('');

const version = {
  type: 'integer',
  minimum: 1,
  description:
    'Grows with each change of the record. Of two events, the one with the greater version shows the newer state. Events of one change share a version, and numbers may be skipped.',
};

function createEventSchema(
  name: string,
  { description, data, previous }: ContractEvent,
  record: JsonObject,
): JsonObject {
  const before = {
    type: 'object',
    description: 'Former values of the fields that changed; absent when no visible field changed.',
    properties: record['properties'],
  };
  return {
    type: 'object',
    description,
    required: ['id', 'event', 'timestamp', 'workspace_id', 'data'],
    properties: {
      id: { type: 'string', description: 'Id of the event, `evt_…`, the same wherever it appears.' },
      event: { type: 'string', const: name, description: 'Name of the event.' },
      timestamp: { type: 'string', format: 'date-time', description: 'Time of the change.' },
      workspace_id: { type: 'string', description: 'Workspace of the record, `ws_…`.' },
      ...(hasVersion(record) ? { version } : {}),
      data: referTo(data),
      ...(previous ? { previous: before } : {}),
    },
  };
}

function createWebhook(name: string, event: ContractEvent, record: JsonObject): JsonObject {
  const value = createEventExample(name, event, record);
  const json = {
    schema: referTo(`${toTypeName(name)}Event`),
    examples: { event: { summary: event.description, value } },
  };
  return {
    post: {
      operationId: `receive${toTypeName(name)}`,
      summary: name,
      description: `${event.description} Sent to webhooks whose \`events\` name it, its group or \`*\`, in the payload version \`v2\`. After a person's record is erased, later attempts send only \`data: {id}\`.`,
      tags: ['Webhooks'],
      security: [],
      parameters: webhookHeaders,
      requestBody: { required: true, description: 'The event.', content: { 'application/json': json } },
      responses: {
        '2XX': {
          description:
            'The receiver has accepted the event. Any other response, or none within 5 seconds, is a failed attempt.',
        },
      },
    },
  };
}

interface Webhooks {
  readonly webhooks: JsonObject;
  /** Schemas of the payloads. */
  readonly schemas: JsonObject;
}

/**
 * Creates a webhook for each event of the contract. Throws if the record of an event doesn't exist or has no example.
 */
export function createWebhooks({ events, components }: Pick<MergedContract, 'events' | 'components'>): Webhooks {
  const webhooks: Record<string, JsonObject> = {};
  const schemas: Record<string, JsonObject> = {};
  for (const [name, event] of Object.entries(events)) {
    const record = components['schemas']?.[event.data];
    if (!isJsonObject(record))
      throw new Error(`The event ${name} names the schema ${event.data}, which does not exist.`);
    webhooks[name] = createWebhook(name, event, record);
    schemas[`${toTypeName(name)}Event`] = createEventSchema(name, event, record);
  }
  return { webhooks, schemas };
}
