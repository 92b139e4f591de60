import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import type { Limits } from './populate.js';
import type { Asked } from './questions.js';

export interface Answers {
  /** Of successful calls, in their order. */
  readonly milliseconds: readonly number[];
  /** Status of the last answer that was no success; the question was given up with it. */
  readonly failed?: number;
}

interface Timed {
  readonly status: number;
  readonly milliseconds: number;
  readonly retryAfter: number;
}

async function ask(client: Client, key: string, path: string): Promise<Timed> {
  const started = performance.now();
  const { statusCode, headers, body } = await client.request({
    method: 'GET',
    path,
    headers: { authorization: `Bearer ${key}` },
  });
  await body.text();
  const retryAfter = Number(headers['retry-after'] ?? 1);
  return { status: statusCode, milliseconds: performance.now() - started, retryAfter };
}

/** A refusal by the rate limit is waited out and not counted. */
async function askAllowed(client: Client, key: string, path: string, { signal, deadline }: Limits): Promise<Timed> {
  for (;;) {
    const timed = await ask(client, key, path);
    if (timed.status !== 429 || Date.now() > deadline) return timed;
    await sleep(timed.retryAfter * 1_000, undefined, { signal });
  }
}

/** The answers to one question, asked of each workspace by turns. */
async function askByTurns(
  client: Client,
  asked: readonly { readonly key: string; readonly path: string }[],
  calls: number,
  limits: Limits,
): Promise<Answers[]> {
  const all = asked.map((): { milliseconds: number[]; failed?: number } => ({ milliseconds: [] }));
  for (let call = 0; call < calls && Date.now() < limits.deadline; call += 1) {
    for (const [index, answers] of all.entries()) {
      limits.signal.throwIfAborted();
      const turn = asked[index];
      if (!turn || answers.failed !== undefined) continue;
      const { status, milliseconds } = await askAllowed(client, turn.key, turn.path, limits);
      if (status === 200) answers.milliseconds.push(milliseconds);
      else answers.failed = status;
    }
  }
  return all;
}

/**
 * Asks each question so many times of each workspace, by turns and one call at a time, so that whatever else the machine
 * does meanwhile weighs on every size alike. Resolves to the answers of each workspace by name of the question.
 */
export async function measureAll(
  workspaces: readonly Asked[],
  calls: number,
  limits: Limits,
): Promise<Map<string, Answers>[]> {
  const client = new Client(workspaces[0]?.base ?? '', { headersTimeout: 30_000, bodyTimeout: 30_000 });
  const all = workspaces.map(() => new Map<string, Answers>());
  try {
    for (const [place, { name }] of workspaces[0]?.questions.entries() ?? []) {
      const asked = workspaces.map(({ key, questions }) => ({ key, path: questions[place]?.path ?? '' }));
      const answers = await askByTurns(client, asked, calls, limits);
      answers.forEach((one, index) => {
        all[index]?.set(name, one);
      });
    }
  } finally {
    await client.destroy();
  }
  return all;
}
