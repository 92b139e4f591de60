import type { IncomingMessage } from 'node:http';
import type { Caller } from '../core/caller.js';
import { type Span, startSpan } from '../telemetry/span.js';
import type { Route } from './contract/document.js';

/** Starts the span of an operation. It shows the template of the path, without the query. */
export function startOperationSpan(
  { method = '' }: Pick<IncomingMessage, 'method'>,
  { traceparent, requestId, workspaceId }: Pick<Caller, 'traceparent' | 'requestId' | 'workspaceId'>,
  { path, operation }: Route,
): Span {
  return startSpan(traceparent, () => ({
    name: `${method} ${path}`,
    kind: 'server',
    attributes: {
      'http.request.method': method,
      'http.route': path,
      'plotline.operation': operation.operationId,
      'plotline.request_id': requestId,
      'plotline.workspace_id': workspaceId,
    },
  }));
}

/** Ends the span of a server. A refusal is no failure of the server. */
export function endOperationSpan(span: Span | undefined, status: number): void {
  span?.set({ 'http.response.status_code': status });
  span?.end(status >= 500 ? String(status) : undefined);
}
