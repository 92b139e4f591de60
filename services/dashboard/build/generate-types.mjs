import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthDocument } from '@plotline/gateway/contract/auth-document';
import { readContract } from '@plotline/gateway/contract/merge';
import { createPublicDocument } from '@plotline/gateway/contract/public-document';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { isMadeOf, remember } from './fingerprint.mjs';

const services = join(import.meta.dirname, '..', '..');
const address = 'https://plotline.invalid';

/** The documents as the gateway serves them, but for their addresses. */
function createDocuments() {
  return {
    api: createPublicDocument(readContract(services), { api: address, sandbox: address, auth: address }),
    auth: createAuthDocument(services, address),
  };
}

/**
 * Writes the types of both documents, each when it is missing or its document has changed.
 * @param {string} folder
 */
export async function generateTypes(folder) {
  mkdirSync(folder, { recursive: true });
  for (const [name, document] of Object.entries(createDocuments())) {
    const file = join(folder, `${name}.ts`);
    const text = JSON.stringify(document);
    const fingerprint = createHash('sha256').update(text).digest('hex');
    if (isMadeOf(file, fingerprint)) continue;
    writeFileSync(file, astToString(await openapiTypescript(JSON.parse(text))));
    remember(file, fingerprint);
  }
}
