import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';
import { listRoutes, loadContract, type Operation } from '@plotline/kit/http/contract/document';
import { toHostCookieName } from '@plotline/kit/http/cookies';
import { commonParameters, requestParameters } from './common-headers.js';
import { createProblemResponse, responseComponents } from './common-responses.js';
import { renderReasonTable } from './description-tables.js';
import { assertKnownPermissions, authorizationServer, type MergedContract, readTags } from './merge.js';
import { nameSchemas } from './named-schemas.js';
import { addComponents, gatewayComponents, license } from './public-document.js';
import { toPublicOperation } from './public-operation.js';
import { sessionCookieName } from './session-cookie-name.js';
import { pickUsedComponents } from './used-components.js';

const description = `Signing in and out, people, keys, apps and OAuth 2.0.
Under \`/auth\`, a successful response is \`{success: true, data}\`, a list also has \`meta\` and \`links\`, and an error is \`{success: false, error}\`.
\`/oauth\` uses the formats of RFC 6749. The host of the API has its own document.

## Reasons of refusals

${renderReasonTable()}`;

const createSecuritySchemes = (authBaseUrl: string) => ({
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: toHostCookieName(sessionCookieName, authBaseUrl),
    description: 'The cookie of a session. Changes require its `csrf_token` in the header `X-CSRF-Token`.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session. API keys are not accepted.' },
});

/**
 * Refusals by the gateway itself. Under /oauth they have the flat form of OAuth errors, because the contract requires
 * it.
 */
const refusals = {
  429: { $ref: '#/components/responses/RateLimitExceeded' },
  503: { $ref: '#/components/responses/ServiceUnavailable' },
};

/** Describes an OAuth operation (`x-router`), whose responses have no envelope. */
function describeRouted(operation: JsonObject, path: string): JsonObject {
  const responses = isJsonObject(operation['responses']) ? operation['responses'] : {};
  const common = path.startsWith('/oauth/') ? {} : refusals;
  return { security: [], ...operation, responses: { ...common, ...responses } };
}

/** Describes an operation as clients see it. */
function describe(operation: JsonObject, place: { path: string; method: string }, components: Components): JsonObject {
  const isPublic = operation['x-public'] === true;
  if (operation['x-router'] === true) return describeRouted(operation, place.path);
  const security = isPublic ? [] : [{ session: [] }, { bearer: [] }];
  const shared = isPublic ? requestParameters : commonParameters;
  return toPublicOperation({ ...place, operation, isGateway: false, shared }, components, security);
}

/** Bodies of the authorization server are smaller than bodies of the API. */
const ownResponses = {
  ...responseComponents,
  PayloadTooLarge: createProblemResponse('The body is larger than 65,536 bytes.'),
};

type Components = MergedContract['components'];

export function getAuthContractFile(folder: string): string {
  return join(folder, authorizationServer, 'openapi.yaml');
}

/**
 * Reads `<folder>/auth/openapi.yaml` and creates the public OpenAPI 3.1 document of the authorization server. Throws an
 * error that names the operation if its scopes or roles are unknown, or if it has none and isn't public.
 */
export function createAuthDocument(folder: string, authBaseUrl: string): JsonObject {
  const contract = loadContract(getAuthContractFile(folder));
  const components = contract.components ?? {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [path, item] of Object.entries(contract.paths)) paths[path] = { ...item };
  for (const { path, method, operation } of listRoutes(contract)) {
    assertKnownPermissions(operation, `${authorizationServer}: ${operation.operationId}`);
    const declared: Operation | undefined = contract.paths[path]?.[method];
    paths[path] = { ...paths[path], [method]: describe({ ...declared }, { path, method }, components) };
  }
  const securitySchemes = createSecuritySchemes(authBaseUrl);
  const tags = readTags(contract);
  const named = nameSchemas(
    paths,
    addComponents(components, { ...gatewayComponents, responses: ownResponses, securitySchemes }),
  );
  return {
    openapi: '3.1.0',
    info: { title: 'Plotline authorization server', version: '1.0.0', description, license },
    servers: [{ url: authBaseUrl, description: 'The authorization server.' }],
    ...(tags.length > 0 ? { tags } : {}),
    paths: named.paths,
    components: pickUsedComponents(named.paths, named.components),
  };
}
