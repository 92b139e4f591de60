import { setTimeout as sleep } from 'node:timers/promises';

const maxAttempts = 20;
/** Refusals that the table of reasons marks as retryable. */
const passing = new Set(['record_busy', 'idempotency_key_in_use', 'sale_called_off', 'sale_in_progress']);

/**
 * Client that can repeat all its requests, because it sends only GET, PUT, and POST with an Idempotency-Key. `counts`
 * has the number of retries by kind.
 */
export function createClient(url, key) {
  const counts = { requests: 0, limited: 0, unavailable: 0, lost: 0 };

  async function attempt(method, path, body, headers) {
    counts.requests += 1;
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    return { status: response.status, retryAfter, body: await response.json() };
  }

  function isPassing({ status, body }) {
    if (status === 429) counts.limited += 1;
    if (status >= 500) counts.unavailable += 1;
    return status === 429 || status >= 500 || (status === 409 && passing.has(body.error.reason));
  }

  async function attemptOrLose(method, path, body, headers) {
    try {
      return await attempt(method, path, body, headers);
    } catch (error) {
      counts.lost += 1;
      return { error, retryAfter: Number.NaN };
    }
  }

  /** Resolves to the answer, even if it is a refusal. Rejects if the API remains unavailable. */
  async function request(method, path, body, headers = {}) {
    let answer;
    for (let made = 1; made <= maxAttempts; made += 1) {
      answer = await attemptOrLose(method, path, body, headers);
      if (!answer.error && !isPassing(answer)) return answer;
      const backoff = Math.min(0.1 * 2 ** made, 5) * (0.5 + Math.random() / 2);
      await sleep(1_000 * (answer.retryAfter >= 0 ? answer.retryAfter : backoff));
    }
    throw new Error(`${method} ${path} was answered ${answer.status ?? 'nothing'} again and again`, {
      cause: answer.error,
    });
  }

  async function read(path) {
    const { status, body } = await request('GET', path);
    if (status !== 200) throw new Error(`GET ${path} was answered ${status}: ${JSON.stringify(body.error)}`);
    return body;
  }

  return { request, read, counts };
}
