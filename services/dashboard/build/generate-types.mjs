import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthDocument } from '@plotline/gateway/contract/auth-document';
import { readContract } from '@plotline/gateway/contract/merge';
import { createPublicDocument } from '@plotline/gateway/contract/public-document';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { isUpToDate, writeFingerprint } from './fingerprint.mjs';

const services = join(import.meta.dirname, '..', '..');
const address = 'https://plotline.invalid';

/** Creates the OpenAPI documents that the gateway serves, with a placeholder for their server addresses. */
function createDocuments() {
  return {
    api: createPublicDocument(readContract(services), { api: address, sandbox: address, auth: address }),
    auth: createAuthDocument(services, address),
  };
}

/**
 * Writes the contract's example of each event. Leaves the file alone if nothing changed, so that Vite doesn't rebuild.
 * @param {string} folder
 * @param {Record<string, any>} webhooks
 */
function writeEventExamples(folder, webhooks) {
  const examples = Object.entries(webhooks).map(([name, { post }]) => {
    return [name, post.requestBody.content['application/json'].examples.event.value];
  });
  const file = join(folder, 'event-examples.ts');
  const values = JSON.stringify(Object.fromEntries(examples), null, 2);
  const text = `export const eventExamples: Readonly<Record<string, unknown>> = ${values};\n`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

/**
 * Writes the types of both documents and the event examples. Skips each file that is up to date.
 * @param {string} folder
 */
export async function generateTypes(folder) {
  mkdirSync(folder, { recursive: true });
  const documents = createDocuments();
  writeEventExamples(folder, documents.api.webhooks);
  for (const [name, document] of Object.entries(documents)) {
    const file = join(folder, `${name}.ts`);
    const text = JSON.stringify(document);
    const fingerprint = createHash('sha256').update(text).digest('hex');
    if (isUpToDate(file, fingerprint)) continue;
    writeFileSync(file, astToString(await openapiTypescript(JSON.parse(text))));
    writeFingerprint(file, fingerprint);
  }
}
