import { isJsonObject, type JsonObject } from '../../core/json-object.js';
import { type ContractEvent, listContracts, loadContract } from './document.js';

const eventExampleId = 'evt_01k9zq6h3m8v2x4c5b7n9p0rst';
const exampleTime = '2026-03-01T09:30:00.000Z';
const workspaceExampleId = 'ws_01k9zq6h3m8v2x4c5b7n9p0rst';

/** Returns whether an event's record has a version. The payload of a deletion or a note has none. */
export function hasVersion(record: JsonObject): boolean {
  return isJsonObject(record['properties']) && Object.hasOwn(record['properties'], 'updated_at');
}

/** Creates the example of an event's payload. Throws if the schema `record` has no example. */
export function createEventExample(name: string, { example, previous }: ContractEvent, record: JsonObject): JsonObject {
  const examples: readonly unknown[] = Array.isArray(record['examples']) ? record['examples'] : [];
  const [first] = examples;
  if (!isJsonObject(first)) throw new Error(`The record of the event ${name} has no example.`);
  const data = { ...first, ...example };
  const timestamp = data['updated_at'] ?? data['deleted_at'] ?? exampleTime;
  const common = { id: eventExampleId, event: name, timestamp, workspace_id: workspaceExampleId };
  // An example that shows a previous state has version 2.
  const ofRecord = hasVersion(record) ? { version: previous ? 2 : 1 } : {};
  return { ...common, ...ofRecord, data, ...(previous ? { previous } : {}) };
}

/** Returns the example of each event that the contracts of all services declare, by name. */
export function readEventExamples(file: string | URL): ReadonlyMap<string, JsonObject> {
  const examples = new Map<string, JsonObject>();
  for (const contract of listContracts(file)) {
    const { components, 'x-events': events = {} } = loadContract(contract);
    for (const [name, event] of Object.entries(events)) {
      const record = components?.['schemas']?.[event.data];
      if (!isJsonObject(record)) {
        throw new Error(`The event ${name} names the schema ${event.data}, which does not exist.`);
      }
      examples.set(name, createEventExample(name, event, record));
    }
  }
  return examples;
}
