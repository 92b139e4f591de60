import type { JsonObject } from '@plotline/kit/core/json-object';
import type { Operation } from '@plotline/kit/http/contract/document';
import { scopeDescriptions } from '@plotline/protos/plotline/auth/v1/scopes';

/** Creates the security schemes of the document. */
export function createSecuritySchemes(authBaseUrl: string): JsonObject {
  const tokenUrl = `${authBaseUrl}/oauth/token`;
  return {
    credential: { type: 'http', scheme: 'bearer', description: 'An API key, or an OAuth 2.0 access token.' },
    oauth2: {
      type: 'oauth2',
      description: `Apps that act for people: authorization code with PKCE (S256). Client libraries find all addresses in [the metadata](${authBaseUrl}/.well-known/oauth-authorization-server), \`/.well-known/oauth-authorization-server\` on the authorization server.`,
      flows: {
        authorizationCode: {
          authorizationUrl: `${authBaseUrl}/oauth/authorize`,
          tokenUrl,
          refreshUrl: tokenUrl,
          scopes: scopeDescriptions,
        },
      },
    },
    basic: {
      type: 'http',
      scheme: 'basic',
      description:
        'Deprecated: an API key as user name, with an empty password. Responses have the headers `Deprecation` and `Sunset`, which says when support ends.',
    },
  };
}

/** Returns the alternatives that an operation accepts: each kind of credential with each of its scopes. */
export function createSecurity({
  'x-scopes': required,
  'x-any-scope': alternatives,
}: Pick<Operation, 'x-scopes' | 'x-any-scope'>): JsonObject[] {
  const sets = alternatives?.map((scope) => [...required, scope]) ?? [required];
  return ['credential', 'oauth2', 'basic'].flatMap((scheme) => sets.map((scopes) => ({ [scheme]: scopes })));
}
