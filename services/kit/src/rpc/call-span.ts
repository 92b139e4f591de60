import { status } from '@grpc/grpc-js';
import type { Caller } from '../core/caller.js';
import { type Span, startSpan } from '../telemetry/span.js';

/** Starts the span of an RPC call, at the client or the server. The RPC is given by its full name. */
export function startCallSpan(
  kind: 'client' | 'server',
  path: string,
  { traceparent, requestId, workspaceId }: Caller,
  startTime?: number,
): Span {
  return startSpan(traceparent, () => {
    const [, service, method] = path.split('/');
    return {
      name: `${service}/${method}`,
      kind,
      attributes: {
        'rpc.system': 'grpc',
        'rpc.service': service,
        'rpc.method': method,
        'plotline.request_id': requestId,
        'plotline.workspace_id': workspaceId,
      },
      ...(startTime === undefined ? {} : { startTime }),
    };
  });
}

/** Statuses that don't come from the service itself. */
const failures: ReadonlySet<status> = new Set([
  status.UNKNOWN,
  status.DEADLINE_EXCEEDED,
  status.UNIMPLEMENTED,
  status.INTERNAL,
  status.ABORTED,
  status.UNAVAILABLE,
  status.DATA_LOSS,
]);

/** Ends the span with the status of the call. Without an error, the status is OK. */
export function endCallSpan(span: Span | undefined, error: { readonly code?: status } | null): void {
  if (!span?.isRecorded) return;
  const code = error === null ? status.OK : (error.code ?? status.UNKNOWN);
  span.set({ 'rpc.grpc.status_code': code });
  span.end(failures.has(code) ? status[code] : undefined);
}
