import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listRoutes, loadContract } from '@plotline/kit/http/contract/document';
import { servedOperations } from '../../../../support/contract/served-contract.js';

const checkout = resolve(import.meta.dirname, '../../../../..');

/** Lists the operations of the API. Other tests cover faults of the authorization server. */
export function listOperationIds(): string[] {
  const services = readdirSync(join(checkout, 'services')).filter((name) => name !== 'auth');
  const contracts = services.map((name) => join(checkout, 'services', name, 'openapi.yaml')).filter(existsSync);
  const files = [...contracts, join(checkout, 'gateway/openapi.yaml')];
  return files.flatMap((file) => listRoutes(loadContract(file)).map(({ operation }) => operation.operationId));
}

/** Returns the operations of this checkout that a running system of an earlier release lacks. */
export async function findMissingOperations(base: string): Promise<ReadonlySet<string>> {
  const served = new Set((await servedOperations(base)).map(({ operationId }) => operationId));
  return new Set(listOperationIds().filter((id) => !served.has(id)));
}
