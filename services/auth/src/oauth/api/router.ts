import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Context } from '../../context.js';
import { observe } from '../../pages/api/observe.js';
import { decideConsent, showConsent } from './authorize.js';
import { introspect } from './introspect.js';
import { createMetadata } from './metadata.js';
import { OAuthError } from './oauth-error.js';
import { readBytes } from './parameters.js';
import { revoke } from './revoke.js';
import { refuseMethod, sendOAuthError, serveEndpoint } from './serve-endpoint.js';
import { token } from './token.js';

/**
 * Seconds for which clients may cache metadata and keys. A new key is published long before it signs, so this time is
 * short enough.
 */
const maxAgeSeconds = 600;
const cacheControl = `public, max-age=${maxAgeSeconds}`;

/** Creates the routes of the authorization server (RFC 6749, 7009, 7662, 8414), with errors in OAuth's flat format. */
export function createOAuthRouter(context: Context): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const endpoints = { token: token(context), revoke: revoke(context), introspect: introspect(context) };
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const route = router.route(`/oauth/${name}`).all(observe(context, `/oauth/${name}`));
    route.post(readBytes, serveEndpoint(context, endpoint)).all(refuseMethod(context, 'POST'));
  }
  const authorize = router.route('/oauth/authorize').all(observe(context, '/oauth/authorize'));
  authorize.get(showConsent(context)).post(readBytes, decideConsent(context));
  authorize.all(refuseMethod(context, 'GET', 'HEAD', 'POST'));

  const metadata = '/.well-known/oauth-authorization-server';
  const sendMetadata: RequestHandler = (_request, response) => {
    response.setHeader('cache-control', cacheControl);
    response.json(createMetadata(context));
  };
  const keys = '/.well-known/jwks.json';
  const sendKeys: RequestHandler = async (_request, response) => {
    const published = await context.keyRing.published();
    response.setHeader('cache-control', cacheControl);
    response.type('application/jwk-set+json').send(JSON.stringify(published));
  };
  for (const [path, send] of [
    [metadata, sendMetadata],
    [keys, sendKeys],
  ] as const) {
    router
      .route(path)
      .all(observe(context, path))
      .get(send)
      .all(refuseMethod(context, 'GET', 'HEAD'));
  }
  router.use('/oauth', observe(context, '/oauth/'), () => {
    throw new OAuthError('invalid_request', 'This endpoint does not exist.', { status: 404 });
  });
  const failed: ErrorRequestHandler = (error, _request, response, _next) => sendOAuthError(context, response, error);
  router.use(failed);
  return router;
}
