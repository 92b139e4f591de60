import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

/** Nine requests a second are 540 a minute, which the Enterprise plan allows. */
const intervalMs = 1_000 / 9;
const timeoutMs = 12_000;

/** Results of the healthy workspace. */
export interface HealthySample {
  /** Durations in milliseconds of the requests answered with 200. */
  readonly milliseconds: readonly number[];
  /** Answers with other statuses, and requests without an answer. */
  readonly failures: readonly string[];
}

/** Requests a page of leads and a single lead in turn. The rate is steady and doesn't depend on earlier requests. */
export class HealthyClient {
  readonly #pool: Pool;
  readonly #key: string;
  readonly #paths: readonly string[];
  #asked = 0;

  constructor(url: string, key: string, leadId: string) {
    this.#pool = new Pool(url, { connections: 16, localAddress: '127.0.0.1' });
    this.#key = key;
    this.#paths = ['/v1/leads?per_page=20', `/v1/leads/${leadId}`];
  }

  async measure(seconds: number): Promise<HealthySample> {
    const milliseconds: number[] = [];
    const failures: string[] = [];
    const running: Promise<void>[] = [];
    const end = performance.now() + seconds * 1_000;
    while (performance.now() < end) {
      running.push(this.#ask(milliseconds, failures));
      await sleep(intervalMs);
    }
    await Promise.all(running);
    return { milliseconds, failures };
  }

  async #ask(milliseconds: number[], failures: string[]): Promise<void> {
    const path = this.#paths[this.#asked++ % this.#paths.length] ?? '';
    const startedAt = performance.now();
    try {
      const { statusCode, body } = await this.#pool.request({
        method: 'GET',
        path,
        headers: { authorization: `Bearer ${this.#key}` },
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      await body.dump();
      if (statusCode === 200) milliseconds.push(performance.now() - startedAt);
      else failures.push(String(statusCode));
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
