import type { RequestHandler } from 'express';
import type { Context } from '../context.js';

/**
 * Writes one log line and one metric when the answer of a route beside the contract's operations is over. Neither has the path or the
 * query, which may hold a code or the token of a link: `route` is the pattern that the router matched.
 */
export function observe({ runtime }: Pick<Context, 'runtime'>, route: string): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const { method } = request;
    response.once('close', () => {
      const milliseconds = performance.now() - started;
      const { statusCode: status } = response;
      runtime.metrics.observe(route, status, milliseconds / 1_000);
      const duration_ms = Math.round(milliseconds * 10) / 10;
      runtime.log.info({ request_id: request.get('x-request-id'), method, route, status, duration_ms }, 'answered');
    });
    next();
  };
}
