import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ContractDocument, loadContract, type Route, routesOf } from '@plotline/kit/contract/document';

/** What one service brings to the public contract. */
export interface Part {
  readonly service: string;
  readonly document: ContractDocument;
  readonly routes: readonly Route[];
}

/** Name of the part that the gateway answers itself. */
export const ownService = 'gateway';
export const ownPart = fileURLToPath(new URL('../../openapi.yaml', import.meta.url));

function readPart(service: string, file: string): Part {
  try {
    const document = loadContract(file);
    return { service, document, routes: routesOf(document) };
  } catch (error) {
    throw new Error(`The contract of ${service} cannot be read: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

/**
 * Reads every `<folder>/<service>/openapi.yaml`, and what the gateway answers itself. Throws when there is none or one of
 * them does not hold up.
 */
export function readParts(folder: string): Part[] {
  const parts = readdirSync(folder)
    .sort()
    .map((service) => ({ service, file: join(folder, service, 'openapi.yaml') }))
    .filter(({ file }) => existsSync(file))
    .map(({ service, file }) => readPart(service, file));
  if (parts.length === 0) throw new Error(`No contract found: ${folder} has no <service>/openapi.yaml.`);
  return [...parts, readPart(ownService, ownPart)];
}
