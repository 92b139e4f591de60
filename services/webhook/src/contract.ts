import { isJsonObject } from '@plotline/kit/core/json-object';
import { loadContract } from '@plotline/kit/http/contract/document';

export const contract = new URL('../openapi.yaml', import.meta.url);

/**
 * Returns the names of the public events, which webhooks can subscribe to: those that the contracts of the services
 * that publish them declare. Services publish further events for each other.
 */
export function readPublicEvents(): readonly string[] {
  const schema = loadContract(contract).components?.['schemas']?.['PublicEvent'];
  const names: unknown = isJsonObject(schema) ? schema['enum'] : undefined;
  if (!Array.isArray(names)) throw new Error('The contract names no public events.');
  return names.map(String);
}
