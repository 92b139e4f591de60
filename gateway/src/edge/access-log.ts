import { Problem } from '@plotline/kit/core/errors';
import { getTraceId } from '@plotline/kit/core/ids';
import type { Logger } from '@plotline/kit/telemetry/log';
import type { Metrics } from '@plotline/kit/telemetry/metrics';
import type { ClientAddresses } from '../limits/client-address.js';
import { type RecordKeyRequest, toKeyRequest } from './key-traffic.js';
import { type RequestContext, unmatchedRoute } from './request-context.js';
import { endSpanOfRequest } from './request-spans.js';

/** The status logged for a client that disconnected before the response (nginx's 499); never sent. */
const clientClosedRequest = 499;

/** Longest path in a log line. A path can be as long as the head of a request. */
const maxPathLength = 200;

/** Keys, hooks and calendars have tokens such as `hook_live_…`. People also send them to wrong paths. */
const token = /(_(?:live|test)_)[\w-]+/g;

/** Returns a path for the log, without tokens. */
function toLoggedPath(path: string): string {
  return path.slice(0, maxPathLength).replaceAll(token, '$1…');
}

/** Logs and measures a request when its response is closed, and counts it as in flight until then. */
export type LogOnClose = (requestContext: RequestContext) => void;

interface AccessLogParts {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly addresses: Pick<ClientAddresses, 'read'>;
  readonly recordKeyRequest: RecordKeyRequest;
}

/** Writes one log line and one metric for each request, even if it fails, and records requests made with API keys. */
export function createAccessLog({ log, metrics, addresses, recordKeyRequest }: AccessLogParts): LogOnClose {
  // These lines have fixed fields, and none of them is secret. Redaction by field name would cost more than the rest of
  // the request.
  const accessLog = log.child({}, { redact: [] });

  const write = (requestContext: RequestContext, startedAt: number, address: string): void => {
    const { request, response, error, route, identity, streamingSince } = requestContext;
    const durationMs = (streamingSince ?? performance.now()) - startedAt;
    // A client may leave an open stream at any time.
    const isAnswered = response.writableFinished || streamingSince !== null;
    const status = isAnswered ? response.statusCode : clientClosedRequest;
    metrics.observe(requestContext.route, status, durationMs / 1_000);
    endSpanOfRequest(requestContext, status);
    const keyRequest = toKeyRequest(requestContext, { status, durationMs });
    if (keyRequest) recordKeyRequest(keyRequest);
    const line = {
      request_id: requestContext.requestId,
      trace_id: getTraceId(requestContext.span.traceparent),
      workspace_id: requestContext.workspaceId,
      mode: requestContext.mode,
      credential_id: identity?.credentialId,
      actor_type: identity?.actor.type,
      actor_id: identity?.actor.id,
      address,
      method: request.method,
      route,
      // Only requests without a matched operation log their path. A matched path may contain a secret, such as the
      // token of a feed.
      path: route === unmatchedRoute ? toLoggedPath(requestContext.path) : undefined,
      status,
      duration_ms: Math.round(durationMs * 10) / 10,
    };
    if (status < 500) accessLog.info(line, 'answered');
    else log.error({ ...line, err: error instanceof Problem ? (error.cause ?? error) : error }, 'answered');
  };

  return (requestContext) => {
    requestContext.onClose(metrics.countInFlight());
    const startedAt = performance.now();
    // Read now, because the address is unknown once the connection is closed.
    const address = addresses.read(requestContext.request);
    requestContext.onClose(() => write(requestContext, startedAt, address));
  };
}
