import type { JsonObject } from '@plotline/kit/core/json-object';
import { createAuthDocument, getAuthContractFile } from './auth-document.js';
import { addExamples, readExamples } from './examples.js';
import type { MergedContract } from './merge.js';
import { createPublicDocument, type PublicAddresses } from './public-document.js';

/** A host whose OpenAPI document is served. */
export type DocumentedHost = 'api' | 'auth';

/** Creates the public OpenAPI documents, with recorded examples. `folder` contains the contract of the auth service. */
export function createDocuments(
  contract: MergedContract,
  folder: string,
  addresses: PublicAddresses,
): Readonly<Record<DocumentedHost, JsonObject>> {
  const ofAuth = readExamples(getAuthContractFile(folder));
  return {
    api: addExamples(createPublicDocument(contract, addresses), contract.examples),
    auth: addExamples(createAuthDocument(folder, addresses.auth), ofAuth),
  };
}
