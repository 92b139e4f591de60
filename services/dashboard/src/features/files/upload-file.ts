import { getCsrfToken, renewCsrfToken } from '../../api/csrf-token.js';
import { ApiProblem, readProblem } from '../../api/problem.js';
import type { Tenant } from '../../api/workspace.js';
import type { FileKind, FileOwner, RecordFile } from './file-queries.js';

/** A file to upload. */
export interface Upload {
  readonly owner: FileOwner;
  readonly kind: FileKind;
  readonly file: File;
  /** Idempotency-Key. Each attempt uses the same key, so that the file isn't stored twice. */
  readonly idempotencyKey: string;
}

interface UploadOptions {
  /** Receives the fraction of the file that is sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/** Sends a request with XMLHttpRequest, because `fetch` doesn't report the progress of a body. */
function send({ key }: Tenant, { owner, kind, file, idempotencyKey }: Upload, { onProgress, signal }: UploadOptions) {
  const [workspaceId, mode] = key;
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/${mode}/v1/files?${new URLSearchParams({ ...owner, kind, name: file.name.slice(-200) })}`);
    request.responseType = 'blob';
    const headers = {
      'content-type': 'application/octet-stream',
      'idempotency-key': idempotencyKey,
      'x-csrf-token': getCsrfToken(),
      'x-workspace-id': workspaceId,
    };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(new TypeError('The request failed.'));
    request.onabort = () => reject(signal.reason);
    request.onload = () => {
      const body: unknown = request.response;
      const retryAfter = request.getResponseHeader('retry-after');
      resolve(
        new Response(body instanceof Blob ? body : null, {
          status: request.status,
          headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
        }),
      );
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

function isFileBody(body: unknown): body is { readonly data: RecordFile } {
  return typeof body === 'object' && body !== null && 'data' in body;
}

async function readFile(response: Response): Promise<RecordFile> {
  if (!response.ok) throw await readProblem(response);
  const body: unknown = await response.json();
  if (isFileBody(body)) return body.data;
  throw new ApiProblem({
    status: response.status,
    code: 'INTERNAL_ERROR',
    message: 'The server sent an empty response.',
  });
}

/** Uploads a file. If the session's token has changed meanwhile, sends the file once more. */
export async function uploadFile(tenant: Tenant, upload: Upload, options: UploadOptions): Promise<RecordFile> {
  try {
    return await readFile(await send(tenant, upload, options));
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.reason !== 'csrf_token') throw error;
    await renewCsrfToken();
    return readFile(await send(tenant, upload, options));
  }
}
