import { readBody } from './contract/file-body.js';
import { assertFitsContract } from './contract-check.js';

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The whole response body. A FileBody if it is not JSON. */
  readonly body: unknown;
  /** Returns the record under `data`. Throws an error with the answer when there is none. */
  readonly record: ApiRecord;
  /** Returns the records under `data`. Throws an error with the answer if `data` is not a list. */
  readonly records: readonly ApiRecord[];
  /** Returns `error` in the envelope. Throws an error with the answer if there is none. */
  readonly error: ApiError;
}

export interface ApiRecord extends Readonly<Record<string, unknown>> {
  readonly id: string;
}

export interface ApiError {
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

export interface ApiOptions {
  /** Request body. Texts and bytes are sent unchanged, and other values as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isRecord(value: unknown): value is ApiRecord {
  return isObject(value) && typeof value.id === 'string';
}

function isError(value: unknown): value is ApiError {
  return isObject(value) && typeof value.code === 'string' && typeof value.message === 'string';
}

function isReady(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array;
}

function answerOf(response: Response, text: string): ApiAnswer {
  const body = readBody(response.headers, text);
  const data = isObject(body) ? body.data : undefined;
  const unfit = (wanted: string) => new Error(`expected ${wanted}, got ${response.status}: ${text.slice(0, 1_000)}`);
  return {
    status: response.status,
    headers: response.headers,
    text,
    body,
    get record() {
      if (!isRecord(data)) throw unfit('a record');
      return data;
    },
    get records() {
      if (!Array.isArray(data) || !data.every(isRecord)) throw unfit('a list');
      return data;
    },
    get error() {
      const error = isObject(body) ? body.error : undefined;
      if (!isError(error)) throw unfit('an error');
      return error;
    },
  };
}

/** Calls the public API as a customer would. Checks every answer against the served contract. */
export class ApiClient {
  readonly base: string;
  readonly #key: string;

  constructor(base: string, key: string) {
    this.base = base;
    this.#key = key;
  }

  async call(method: string, path: string, { body, headers }: ApiOptions = {}): Promise<ApiAnswer> {
    const response = await fetch(this.base + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isReady(body) ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const answer = answerOf(response, await response.text());
    await assertFitsContract(this.base, method, path, answer.status, answer.body);
    return answer;
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiAnswer> {
    return this.call('GET', path, { headers });
  }

  post(path: string, body: unknown = {}, headers: Readonly<Record<string, string>> = {}): Promise<ApiAnswer> {
    return this.call('POST', path, { body, headers });
  }

  put(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<ApiAnswer> {
    return this.call('PUT', path, { body, headers });
  }

  delete(path: string): Promise<ApiAnswer> {
    return this.call('DELETE', path);
  }

  /** Sends a POST and resolves to the created record. Throws an error with the answer if no record was created. */
  async create(path: string, body: unknown): Promise<ApiRecord> {
    const answer = await this.post(path, body);
    if (answer.status !== 201)
      throw new Error(`POST ${path} answered ${answer.status}: ${answer.text.slice(0, 1_000)}`);
    return answer.record;
  }
}
