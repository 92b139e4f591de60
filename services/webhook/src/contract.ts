import type { JsonObject } from '@plotline/kit/core/json-object';
import { readEventScopes } from '@plotline/kit/http/contract/document';
import { readEventExamples } from '@plotline/kit/http/contract/event-examples';
import type { EventScopes } from './events/model/event-groups.js';

export const contract = new URL('../openapi.yaml', import.meta.url);

/**
 * Returns the public events, each with the scope required to read it. Webhooks can subscribe to these events. The
 * contracts of the publishing services declare them. Other events that services publish are internal.
 */
export function readPublicEvents(): EventScopes {
  return readEventScopes(contract);
}

/** Returns an example of each public event, by name. */
export function readPublicExamples(): ReadonlyMap<string, JsonObject> {
  return readEventExamples(contract);
}
