import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getAuthContractFile } from '@plotline/gateway/contract/auth-document';
import type { DocumentedHost } from '@plotline/gateway/contract/documents';
import { type RecordedExamples, readExamples } from '@plotline/gateway/contract/examples';
import { gatewayContractFile, readContract } from '@plotline/gateway/contract/merge';
import { servicesFolder } from '../../../gateway/support/served-document.js';

/** Recorded examples for a host's document, by operation. Also has the refusals that many of its operations share. */
export interface ExampleFiles {
  readonly shared: unknown;
  readonly operations: Readonly<Record<string, unknown>>;
}

const contract = readContract(servicesFolder);
const authExamples = join(dirname(getAuthContractFile(servicesFolder)), 'examples');
const gatewayExamples = join(dirname(gatewayContractFile), 'examples');

/** API operations, each with the examples folder of the service that answers it. */
const apiFolders: ReadonlyMap<string, string> = new Map(
  contract.routes.map(({ service, operation }) => {
    const folder = service === 'gateway' ? gatewayExamples : join(servicesFolder, service, 'examples');
    return [operation.operationId, folder];
  }),
);

function findFolder(host: DocumentedHost, operationId: string): string {
  const folder = host === 'auth' ? authExamples : apiFolders.get(operationId);
  if (folder === undefined) throw new Error(`No service has the operation ${operationId}.`);
  return folder;
}

export function readCommittedExamples(host: DocumentedHost): RecordedExamples {
  return host === 'auth' ? readExamples(getAuthContractFile(servicesFolder)) : contract.examples;
}

function write(folder: string, name: string, content: unknown): void {
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
}

/** Writes the examples beside the contracts. `npm run format` formats them. */
export function writeExamples(host: DocumentedHost, { shared, operations }: ExampleFiles): void {
  const former = Object.keys(readCommittedExamples(host).operations);
  for (const id of former) rmSync(join(findFolder(host, id), `${id}.json`));
  for (const [id, content] of Object.entries(operations)) write(findFolder(host, id), id, content);
  write(host === 'auth' ? authExamples : gatewayExamples, 'shared', shared);
}
