import { type ErrorRequestHandler, Router } from 'express';
import type { Context } from '../context.js';
import { decideConsent, showConsent } from './authorize.js';
import { introspect } from './introspect.js';
import { createMetadata } from './metadata.js';
import { OAuthError } from './oauth-error.js';
import { readBytes } from './parameters.js';
import { revoke } from './revoke.js';
import { observe, refuseMethod, sendOAuthError, serveEndpoint } from './serve-endpoint.js';
import { token } from './token.js';

/** Clients may keep metadata and keys so long, in seconds: far less than a key is published before it signs. */
const maxAgeSeconds = 600;
const cacheControl = `public, max-age=${maxAgeSeconds}`;

/** The routes of the authorization server (RFC 6749, 7009, 7662, 8414). Their errors are OAuth's own, flat ones. */
export function createOAuthRouter(context: Context): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const endpoints = { token: token(context), revoke: revoke(context), introspect: introspect(context) };
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = `/oauth/${name}`;
    router.post(path, observe(context, path), readBytes, serveEndpoint(context, endpoint));
    router.all(path, refuseMethod(context, 'POST'));
  }
  const authorize = '/oauth/authorize';
  router.get(authorize, observe(context, authorize), showConsent(context));
  router.post(authorize, observe(context, authorize), readBytes, decideConsent(context));
  router.all(authorize, refuseMethod(context, 'GET', 'POST'));

  const metadata = '/.well-known/oauth-authorization-server';
  router.get(metadata, observe(context, metadata), (_request, response) => {
    response.setHeader('cache-control', cacheControl);
    response.json(createMetadata(context));
  });
  const keys = '/.well-known/jwks.json';
  router.get(keys, observe(context, keys), async (_request, response) => {
    const published = await context.keyRing.published();
    response.setHeader('cache-control', cacheControl);
    response.type('application/jwk-set+json').send(JSON.stringify(published));
  });
  router.use('/oauth', () => {
    throw new OAuthError('invalid_request', 'There is no such endpoint.', { status: 404 });
  });
  const failed: ErrorRequestHandler = (error, _request, response, _next) => sendOAuthError(context, response, error);
  router.use(failed);
  return router;
}
