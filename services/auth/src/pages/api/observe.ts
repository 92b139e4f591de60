import { endOperationSpan } from '@plotline/kit/http/request';
import { toLogFields } from '@plotline/kit/telemetry/log';
import { startSpan } from '@plotline/kit/telemetry/span';
import type { RequestHandler } from 'express';
import type { Context } from '../../context.js';
import { readOrigin } from '../../sessions/api/origin.js';

/**
 * Writes one log line and one metric after the response of a route that isn't in the contract. Both contain the route's
 * pattern instead of the path and query, which may contain a code or the token of a link.
 */
export function observe({ runtime }: Pick<Context, 'runtime'>, route: string): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const { method } = request;
    const origin = readOrigin(request);
    const { requestId } = origin;
    const attributes = { 'http.request.method': method, 'http.route': route, 'plotline.request_id': requestId };
    const span = startSpan(origin.traceparent, () => ({ name: `${method} ${route}`, kind: 'server', attributes }));
    // Later handlers read the ids from the request headers.
    Object.assign(request.headers, { 'x-request-id': requestId, traceparent: span.traceparent });
    response.once('close', () => {
      const milliseconds = performance.now() - started;
      const { statusCode: status } = response;
      runtime.metrics.observe(route, status, milliseconds / 1_000);
      const duration_ms = Math.round(milliseconds * 10) / 10;
      endOperationSpan(span, status);
      runtime.log.info({ ...toLogFields(origin), method, route, status, duration_ms }, 'answered');
    });
    next();
  };
}
