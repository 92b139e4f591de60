import { setTimeout as sleep } from 'node:timers/promises';
import { S3mini, S3ServiceError, type UploadPart } from 's3mini';
import { notFound, unavailable } from '../core/errors.js';

/** Address of a bucket of S3 or of a compatible store, and the key to it. */
export interface BucketAccess {
  /** Address that includes the bucket: https://s3.example.com/bucket or https://bucket.s3.example.com */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Timeout of one request, with its body. */
  readonly timeoutMs?: number;
}

/** Bytes to read: from `start` to `end`, both inclusive, counted from 0. */
export interface ReadOptions {
  readonly range?: { readonly start: number; readonly end?: number };
  readonly signal?: AbortSignal;
}

/** An object as a list shows it. */
export interface ListedObject {
  readonly key: string;
  /** When the object was stored, by the clock of the store. */
  readonly storedAt: Date;
}

/** Objects by key, written and read as streams. An object becomes visible when it is complete. */
export interface Bucket {
  /** Stores the content. Replaces the previous content of the key. */
  readonly put: (key: string, content: AsyncIterable<Buffer>) => Promise<void>;
  /** Reads the content. Throws NOT_FOUND if there is no such object. */
  readonly read: (key: string, options?: ReadOptions) => AsyncGenerator<Buffer>;
  /** Returns the bytes of the object; undefined when there is no such object. */
  readonly size: (key: string) => Promise<number | undefined>;
  /** Removes the object. Succeeds even if there is none. */
  readonly remove: (key: string) => Promise<void>;
  /** Yields the objects whose keys begin with the prefix. */
  readonly list: (prefix: string) => AsyncGenerator<ListedObject>;
}

/** Bytes written or read with one request, which are in memory during it. S3 accepts no parts below 5 MiB. */
const partBytes = 8 * 1_048_576;

function findStatus(error: unknown): number | undefined {
  if (error instanceof S3ServiceError) return error.status;
  return error instanceof Error && error.cause ? findStatus(error.cause) : undefined;
}

/**
 * Converts a failed response of the store to a Problem. Omits the body of the response, because it may contain the
 * signed request.
 */
function toProblem(error: unknown): Error {
  const status = findStatus(error);
  const name = error instanceof Error ? error.name : 'Error';
  const isRefused = status === 401 || status === 403;
  const message = isRefused ? 'The file store refused access.' : 'The file store did not answer.';
  return unavailable(message, new Error(`S3: ${status ?? name}`));
}

/** Pauses before a request is repeated. According to S3's documentation, stores occasionally refuse requests. */
const pausesMs = [200, 1000];

function isTransient(error: unknown): boolean {
  const status = findStatus(error);
  return status === undefined || status === 429 || status >= 500;
}

/** Sends a request to the store. Reports the store as unavailable when it refuses the request. */
async function ask<Answer>(request: () => Promise<Answer>, pauses: readonly number[] = pausesMs): Promise<Answer> {
  try {
    return await request();
  } catch (error) {
    const [pauseMs, ...further] = pauses;
    if (pauseMs === undefined || !isTransient(error)) throw toProblem(error);
    await sleep(pauseMs);
    return ask(request, further);
  }
}

/** Makes a request about an object. Resolves to undefined when the object doesn't exist. */
async function find<Answer>(request: () => Promise<Answer>): Promise<Answer | undefined> {
  return ask(async () => {
    try {
      return await request();
    } catch (error) {
      if (findStatus(error) === 404) return undefined;
      throw error;
    }
  });
}

/** Yields the content in parts of one size, as R2 and Garage require. The last one may be smaller. */
async function* toParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    while (size + rest.length >= partBytes) {
      const end = partBytes - size;
      yield Buffer.concat([...pending, rest.subarray(0, end)]);
      rest = rest.subarray(end);
      pending = [];
      size = 0;
    }
    if (rest.length > 0) pending.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(pending);
}

async function uploadParts(s3: S3mini, key: string, first: Buffer, rest: AsyncGenerator<Buffer>): Promise<void> {
  const uploadId = await ask(() => s3.getMultipartUploadId(key));
  try {
    const parts: UploadPart[] = [await ask(() => s3.uploadPart(key, uploadId, first, 1))];
    for await (const part of rest) parts.push(await ask(() => s3.uploadPart(key, uploadId, part, parts.length + 1)));
    await ask(() => s3.completeMultipartUpload(key, uploadId, parts));
  } catch (error) {
    // If the upload can't be removed now, the bucket's rule for unfinished uploads removes it later.
    await s3.abortMultipartUpload(key, uploadId).catch(() => {});
    throw error;
  }
}

async function* readRanges(s3: S3mini, key: string, size: number, { range, signal }: ReadOptions) {
  const end = Math.min(size, (range?.end ?? size - 1) + 1);
  for (let from = range?.start ?? 0; from < end; from += partBytes) {
    signal?.throwIfAborted();
    const to = Math.min(end, from + partBytes);
    const bytes = await find(async () => (await s3.getObjectRaw(key, false, from, to)).arrayBuffer());
    if (!bytes) throw notFound();
    yield Buffer.from(bytes);
  }
}

/**
 * `fetch` sends the length of a body itself. If s3mini sent it too, the header would appear twice, which strict servers
 * refuse.
 */
const fetchWithoutLength: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.delete('content-length');
  return fetch(input, { ...init, headers });
};

/** Creates a client of a bucket. The bucket needs a rule that removes unfinished multipart uploads. */
export function createBucket({ timeoutMs = 60_000, ...access }: BucketAccess): Bucket {
  const s3 = new S3mini({ ...access, requestAbortTimeout: timeoutMs, fetch: fetchWithoutLength });

  async function put(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    const parts = toParts(content);
    const { value: first = Buffer.alloc(0) } = await parts.next();
    if (first.length === partBytes) return uploadParts(s3, key, first, parts);
    await parts.return(undefined);
    await ask(() => s3.putObject(key, first));
  }

  const size = (key: string) => find(() => s3.getContentLength(key));

  async function* read(key: string, options: ReadOptions = {}): AsyncGenerator<Buffer> {
    const known = await size(key);
    if (known === undefined) throw notFound();
    yield* readRanges(s3, key, known, options);
  }

  async function remove(key: string): Promise<void> {
    await ask(() => s3.deleteObject(key));
  }

  async function* list(prefix: string): AsyncGenerator<ListedObject> {
    let next: string | undefined;
    do {
      const page = await ask(() => s3.listObjectsPaged('/', prefix, 1000, next));
      if (!page) throw unavailable('The file store has no such bucket.');
      next = page.nextContinuationToken;
      for (const { Key: key, LastModified: storedAt } of page.objects ?? [])
        yield { key, storedAt: new Date(storedAt) };
    } while (next !== undefined);
  }

  return { put, read, size, remove, list };
}
