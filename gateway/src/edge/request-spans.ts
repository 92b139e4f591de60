import { endOperationSpan } from '@plotline/kit/http/request';
import { type Span, startSpan } from '@plotline/kit/telemetry/span';
import type { RequestContext } from './request-context.js';

/**
 * Ends the span of a request. The span's name is the template of the path, or the kind of a request without an
 * operation.
 */
export function endSpanOfRequest(
  { span, request, route, template, workspaceId }: RequestContext,
  status: number,
): void {
  if (!span.isRecorded) return;
  span.rename(`${request.method} ${template ?? route}`);
  span.set({
    'http.route': template ?? undefined,
    'plotline.operation': route,
    'plotline.workspace_id': workspaceId ?? undefined,
  });
  endOperationSpan(span, status);
}

/** Starts the span of a call to a service. The span of the service's operation is its child. */
export function startServiceSpan({ span, request, requestId, template }: RequestContext, service: string): Span {
  const { method = '' } = request;
  return startSpan(span.traceparent, () => ({
    name: template === null ? method : `${method} ${template}`,
    kind: 'client',
    attributes: { 'http.request.method': method, 'server.address': service, 'plotline.request_id': requestId },
  }));
}

/** Ends the span of a call to a service. `status` is null if there was no response. */
export function endServiceSpan(span: Span, status: number | null, attempts: number): void {
  if (!span.isRecorded) return;
  if (attempts > 1) span.set({ 'http.request.resend_count': attempts - 1 });
  if (status === null) span.end('no_response');
  else endOperationSpan(span, status);
}
