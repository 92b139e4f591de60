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

/** Creates the OpenAPI documents that the gateway serves, with placeholders for the server addresses. */
function createDocuments() {
  return {
    api: createPublicDocument(readContract(services), { api: address, sandbox: address, auth: address }),
    auth: createAuthDocument(services, address),
  };
}

/**
 * Writes a module with a constant. Doesn't touch the file if nothing changed, so that Vite doesn't rebuild.
 * @param {string} file
 * @param {string} name
 * @param {string} type
 * @param {Readonly<Record<string, unknown>>} value
 */
function writeConstant(file, name, type, value) {
  const text = `export const ${name}: Readonly<Record<string, ${type}>> = ${JSON.stringify(value, null, 2)};\n`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

/**
 * Writes the events of the contract by name, each with its description and its example.
 * @param {string} folder
 * @param {Record<string, any>} webhooks
 */
function writeEvents(folder, webhooks) {
  const events = Object.entries(webhooks).map(([name, { post }]) => {
    const { summary: description, value: example } = post.requestBody.content['application/json'].examples.event;
    return [name, { description, example }];
  });
  const type = '{ readonly description: string; readonly example: unknown }';
  writeConstant(join(folder, 'contract-events.ts'), 'contractEvents', type, Object.fromEntries(events));
}

/**
 * Writes the scopes of the contract by name, each with its description.
 * @param {string} folder
 * @param {Record<string, any>} securitySchemes
 */
function writeScopes(folder, { oauth2 }) {
  const { scopes } = oauth2.flows.authorizationCode;
  writeConstant(join(folder, 'contract-scopes.ts'), 'contractScopes', 'string', scopes);
}

/**
 * Writes the types of both documents, the events and the scopes. Skips each file that is up to date.
 * @param {string} folder
 */
export async function generateTypes(folder) {
  mkdirSync(folder, { recursive: true });
  const documents = createDocuments();
  writeEvents(folder, documents.api.webhooks);
  writeScopes(folder, documents.api.components.securitySchemes);
  for (const [name, document] of Object.entries(documents)) {
    const file = join(folder, `${name}.ts`);
    const text = JSON.stringify(document);
    const fingerprint = createHash('sha256').update(text).digest('hex');
    if (isUpToDate(file, fingerprint)) continue;
    writeFileSync(file, astToString(await openapiTypescript(JSON.parse(text))));
    writeFingerprint(file, fingerprint);
  }
}
