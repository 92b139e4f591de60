import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';
import { commonParameters, headerComponents } from './common-headers.js';
import { responseComponents } from './common-responses.js';
import { renderPlanTable, renderReasonTable } from './description-tables.js';
import { envelopeSchemas } from './envelope-schemas.js';
import { gatewayService, type MergedContract } from './merge.js';
import { nameSchemas } from './named-schemas.js';
import { toPublicOperation } from './public-operation.js';
import { createSecurity, createSecuritySchemes } from './security-schemes.js';
import { createWebhooks } from './webhooks.js';

const description = `Properties, units, leads, agents and webhooks of a workspace.
A successful response is \`{success: true, data}\`, a list also has \`meta\` and \`links\`, and an error is \`{success: false, error}\`.
The sandbox host has the same paths, with its own keys and test data.

## Limits of the plans

${renderPlanTable()}

## Reasons of refusals

${renderReasonTable()}`;

/** Components for envelopes and refusals, which the gateway adds to the services' components. */
export const gatewayComponents: Readonly<Record<string, JsonObject>> = {
  schemas: envelopeSchemas,
  headers: headerComponents,
  responses: responseComponents,
};

/** Adds components, and replaces existing components of the same name. */
export function addComponents(
  components: Readonly<Record<string, JsonObject>>,
  added: Readonly<Record<string, JsonObject>>,
): Record<string, JsonObject> {
  const merged: Record<string, JsonObject> = { ...components };
  for (const [kind, members] of Object.entries(added)) merged[kind] = { ...merged[kind], ...members };
  return merged;
}

export const license = { name: 'Apache 2.0', identifier: 'Apache-2.0' };

function toPublicPath(path: string, item: JsonObject, { components, routes }: MergedContract): JsonObject {
  const { parameters, ...rest } = item;
  const shared = [...(Array.isArray(parameters) ? parameters : []), ...commonParameters];
  const result: Record<string, unknown> = rest;
  for (const { method, operation, service } of routes.filter((route) => route.path === path)) {
    const source = { path, method, operation: { ...operation }, isGateway: service === gatewayService, shared };
    result[method] = toPublicOperation(source, components, createSecurity(operation));
  }
  return result;
}

/** Public addresses. Without a sandbox address the document doesn't mention the sandbox. */
export interface PublicAddresses {
  readonly api: string;
  readonly sandbox?: string | undefined;
  readonly auth: string;
}

function listServers({ api, sandbox }: PublicAddresses): JsonObject[] {
  const live = { url: api, description: 'Live' };
  return sandbox === undefined
    ? [live]
    : [live, { url: sandbox, description: 'Sandbox, with its own keys and test data' }];
}

/** Creates the public OpenAPI 3.1 document: the merged contracts, with every response in its envelope. */
export function createPublicDocument(contract: MergedContract, addresses: PublicAddresses): JsonObject {
  // Leaves out the services' shared parameters and bare responses, because each operation contains its own copy.
  const { responses: _bare, parameters: _shared, ...shared } = contract.components;
  const securitySchemes = createSecuritySchemes(addresses.auth);
  const paths: Record<string, JsonObject> = {};
  for (const [path, item] of Object.entries(contract.paths)) {
    if (isJsonObject(item)) paths[path] = toPublicPath(path, item, contract);
  }
  const { webhooks, schemas } = createWebhooks(contract);
  const components = addComponents(addComponents(shared, { ...gatewayComponents, securitySchemes }), { schemas });
  const named = nameSchemas(paths, components);
  return {
    openapi: '3.1.0',
    info: { title: 'Plotline API', version: '1.0.0', description, license },
    servers: listServers(addresses),
    ...(contract.tags.length > 0 ? { tags: contract.tags } : {}),
    paths: named.paths,
    ...(Object.keys(webhooks).length > 0 ? { webhooks } : {}),
    components: named.components,
  };
}
