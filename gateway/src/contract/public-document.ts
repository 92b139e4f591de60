import { commonParameters, headerComponents, parameterComponents } from './common-headers.js';
import { responseComponents } from './common-responses.js';
import { envelopeSchemas } from './envelope-schemas.js';
import { isRecord, type JsonObject } from './json.js';
import { gatewayService, type MergedContract } from './merge.js';
import { toPublicOperation } from './public-operation.js';
import { renderReasonTable } from './reason-table.js';

const description = `Properties, units, leads, agents and webhooks of a workspace.
Success is \`{success: true, data}\`, lists add \`meta\` and \`links\`, errors are \`{success: false, error}\`.
The same paths answer on the sandbox host, with test keys and data of their own.

${renderReasonTable()}`;

const securitySchemes = {
  credential: { type: 'http', scheme: 'bearer', description: 'An API key, or an OAuth 2.0 access token.' },
  basic: {
    type: 'http',
    scheme: 'basic',
    description:
      'Deprecated: an API key as user name, with an empty password. Answers carry `Deprecation` and `Sunset`, which tells when this ends.',
  },
};

/** The components that the gateway adds to those of the services: what envelopes and refusals refer to. */
export const gatewayComponents: Readonly<Record<string, JsonObject>> = {
  schemas: envelopeSchemas,
  headers: headerComponents,
  parameters: parameterComponents,
  responses: responseComponents,
};

/** Adds components to others, of which they replace those of the same name. */
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
  const parameters = Array.isArray(item['parameters']) ? item['parameters'] : [];
  const result: Record<string, unknown> = { ...item, parameters: [...parameters, ...commonParameters] };
  for (const { method, operation, service } of routes.filter((route) => route.path === path)) {
    const source = { path, method, operation: { ...operation }, isGateway: service === gatewayService };
    const scopes = operation['x-scopes'];
    result[method] = toPublicOperation(source, components, [{ credential: scopes }, { basic: scopes }]);
  }
  return result;
}

/** Creates the OpenAPI 3.1 document that clients see: the merged contracts, with every response in its envelope. */
export function createPublicDocument(contract: MergedContract): JsonObject {
  const { paths, components, tags } = contract;
  // The services' shared responses have no envelope; each operation gets them inlined with its own.
  const { responses: _bare, ...shared } = components;
  const merged = addComponents(shared, { ...gatewayComponents, securitySchemes });
  const publicPaths: Record<string, unknown> = {};
  for (const [path, item] of Object.entries(paths)) {
    publicPaths[path] = isRecord(item) ? toPublicPath(path, item, contract) : item;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plotline API',
      version: '1.0.0',
      description,
      license,
    },
    // Relative to where the document was fetched: right on the live host and on the sandbox host.
    servers: [{ url: '/' }],
    ...(tags.length > 0 ? { tags } : {}),
    paths: publicPaths,
    components: merged,
  };
}
