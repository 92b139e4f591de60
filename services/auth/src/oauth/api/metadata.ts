import type { Context } from '../../context.js';
import { scopes } from '../../keys/model/scope.js';
import { signingAlgorithm } from '../model/signing-key.js';

const clientAuthentication = ['client_secret_basic', 'client_secret_post'];

/** Creates the authorization server metadata (RFC 8414, section 2). */
export function createMetadata({ authUrl }: Pick<Context, 'authUrl'>): object {
  return {
    issuer: authUrl,
    authorization_endpoint: `${authUrl}/oauth/authorize`,
    token_endpoint: `${authUrl}/oauth/token`,
    revocation_endpoint: `${authUrl}/oauth/revoke`,
    introspection_endpoint: `${authUrl}/oauth/introspect`,
    jwks_uri: `${authUrl}/.well-known/jwks.json`,
    service_documentation: `${authUrl}/docs`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: [...clientAuthentication, 'none'],
    revocation_endpoint_auth_methods_supported: [...clientAuthentication, 'none'],
    introspection_endpoint_auth_methods_supported: clientAuthentication,
    access_token_signing_alg_values_supported: [signingAlgorithm],
    authorization_response_iss_parameter_supported: true,
  };
}
