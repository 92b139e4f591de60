import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import type { WorkspaceQuestions } from './questions.js';
import type { TimeBounds } from './time-bounds.js';

/** Measured calls for one query. */
export interface Measurement {
  /** Durations of successful calls in milliseconds, sorted. */
  readonly milliseconds: readonly number[];
  /** Status of the first failed call. The query is not sent again after a failure. */
  readonly failed?: number;
}

interface TimedCall {
  readonly status: number;
  readonly milliseconds: number;
  readonly retryAfter: number;
}

async function get(client: Client, key: string, path: string): Promise<TimedCall> {
  const startedAt = performance.now();
  const { statusCode, headers, body } = await client.request({
    method: 'GET',
    path,
    headers: { authorization: `Bearer ${key}` },
  });
  await body.text();
  const retryAfter = Number(headers['retry-after'] ?? 1);
  return { status: statusCode, milliseconds: performance.now() - startedAt, retryAfter };
}

/** Repeats a call that the rate limit refuses, after the delay that the refusal states. Doesn't measure refusals. */
async function getAllowed(
  client: Client,
  key: string,
  path: string,
  { signal, deadline }: TimeBounds,
): Promise<TimedCall> {
  for (;;) {
    const timed = await get(client, key, path);
    if (timed.status !== 429 || Date.now() > deadline) return timed;
    await sleep(timed.retryAfter * 1_000, undefined, { signal });
  }
}

/** Sends one query to each workspace in turn. */
async function measureInTurns(
  client: Client,
  asked: readonly { readonly key: string; readonly path: string }[],
  calls: number,
  limits: TimeBounds,
): Promise<Measurement[]> {
  const all = asked.map((): { milliseconds: number[]; failed?: number } => ({ milliseconds: [] }));
  for (let call = 0; call < calls && Date.now() < limits.deadline; call += 1) {
    for (const [index, answers] of all.entries()) {
      limits.signal.throwIfAborted();
      const turn = asked[index];
      if (!turn || answers.failed !== undefined) continue;
      const { status, milliseconds } = await getAllowed(client, turn.key, turn.path, limits);
      if (status === 200) answers.milliseconds.push(milliseconds);
      else answers.failed = status;
    }
  }
  return all;
}

/**
 * Sends each query `calls` times to each workspace, in turn and one call at a time. So other load on the machine
 * affects all sizes equally. Resolves to the measurements of each workspace by query name.
 */
export async function measureAll(
  workspaces: readonly WorkspaceQuestions[],
  calls: number,
  limits: TimeBounds,
): Promise<Map<string, Measurement>[]> {
  const client = new Client(workspaces[0]?.base ?? '', { headersTimeout: 30_000, bodyTimeout: 30_000 });
  const all = workspaces.map(() => new Map<string, Measurement>());
  try {
    for (const [place, { name }] of workspaces[0]?.questions.entries() ?? []) {
      const asked = workspaces.map(({ key, questions }) => ({ key, path: questions[place]?.path ?? '' }));
      const answers = await measureInTurns(client, asked, calls, limits);
      answers.forEach((one, index) => {
        all[index]?.set(name, one);
      });
    }
  } finally {
    await client.destroy();
  }
  return all;
}
