import type { Operation } from '@plotline/kit/http/contract/document';
import { assertUpload, BodyStream, getMaxBytes } from '@plotline/kit/http/upload';
import type { RequestContext } from './request-context.js';
import { trackUpload } from './running-uploads.js';
import { type Transfers, watchPace } from './transfers.js';

export interface UploadOptions {
  readonly operation: Operation;
  /** Workspace that the upload counts against. */
  readonly workspaceId: string;
  /** Called before the service learns that the body has ended. Rejects when the request would no longer be admitted. */
  readonly readmit: () => Promise<void>;
}

/**
 * Opens the body of a request to an operation with `x-upload`, to be streamed to its service, and moves the request's
 * deadline. Throws when the headers show that the body can't be accepted, or with the error of the budget. The stream
 * fails with the problem to send when the body is too large, breaks off or is too slow.
 */
export function openUpload(
  requestContext: RequestContext,
  { limits, uploads }: Transfers,
  { operation, workspaceId, readmit }: UploadOptions,
): BodyStream {
  const { request, response } = requestContext;
  assertUpload(request, operation);
  requestContext.onClose(uploads.take(workspaceId).release);
  // From here on, Node doesn't watch the connection, because the request may take longer. So the connection isn't
  // reused.
  response.shouldKeepAlive = false;
  request.socket.setTimeout(limits.maxPauseMs + 1_000);
  requestContext.deadline += limits.maxUploadMs + limits.maxAnswerMs;
  const body = new BodyStream(request, { maxBytes: getMaxBytes(operation), beforeEnd: readmit });
  trackUpload(request, body);
  const transfer = { getByteCount: () => body.byteCount, isClientAwaited: () => body.isWaiting };
  const terms = { limits, maxMs: limits.maxUploadMs };
  const stop = watchPace(requestContext, transfer, terms, (problem) => body.destroy(problem));
  // The error reaches the client through the request to the service.
  body.on('error', () => undefined);
  body.once('close', stop);
  requestContext.onClose(() => body.destroy());
  return body;
}
