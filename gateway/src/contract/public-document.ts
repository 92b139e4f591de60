import { callParameters, headerComponents, parameterComponents } from './common-headers.js';
import { responseComponents } from './common-responses.js';
import { envelopeSchemas } from './envelope-schemas.js';
import { isRecord, type JsonObject } from './json.js';
import type { MergedContract } from './merge.js';
import { ownService } from './parts.js';
import { publicOperation } from './public-operation.js';

const description = `Properties, units, leads, agents and webhooks of a workspace.
Success is \`{success: true, data}\`, lists add \`meta\` and \`links\`, errors are \`{success: false, error}\`.
The same paths answer on the sandbox host, with test keys and data of their own.`;

const securitySchemes = {
  credential: { type: 'http', scheme: 'bearer', description: 'An API key, or an OAuth 2.0 access token.' },
  basic: {
    type: 'http',
    scheme: 'basic',
    description:
      'Deprecated: an API key as user name, with an empty password. Answers carry `Deprecation` and `Sunset`, which tells when this ends.',
  },
};

/** What the gateway adds to the components of the parts. */
const ownComponents: Readonly<Record<string, JsonObject>> = {
  schemas: envelopeSchemas,
  headers: headerComponents,
  parameters: parameterComponents,
  responses: responseComponents,
  securitySchemes,
};

function publicPath(path: string, item: JsonObject, { components, routes }: MergedContract): JsonObject {
  const own = Array.isArray(item['parameters']) ? item['parameters'] : [];
  const result: Record<string, unknown> = { ...item, parameters: [...own, ...callParameters] };
  for (const { method, operation, service } of routes.filter((route) => route.path === path)) {
    const placed = { path, method, operation: { ...operation }, isOwn: service === ownService };
    result[method] = publicOperation(placed, components);
  }
  return result;
}

/** The OpenAPI 3.1 document that clients see: the merged parts, each answer in the envelope it leaves the house in. */
export function createPublicDocument(contract: MergedContract): JsonObject {
  const { paths, components, tags } = contract;
  // Shared responses are bare; each operation has them in its envelope.
  const { responses: _bare, ...shared } = components;
  const merged: Record<string, JsonObject> = { ...shared };
  for (const [kind, members] of Object.entries(ownComponents)) merged[kind] = { ...merged[kind], ...members };
  const publicPaths: Record<string, unknown> = {};
  for (const [path, item] of Object.entries(paths)) {
    publicPaths[path] = isRecord(item) ? publicPath(path, item, contract) : item;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plotline API',
      version: '1.0.0',
      description,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    // Relative to where the document was fetched: right on the live host and on the sandbox host.
    servers: [{ url: '/' }],
    ...(tags.length > 0 ? { tags } : {}),
    paths: publicPaths,
    components: merged,
  };
}
