import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newWorkspace } from '../../support/workspace.js';
import { withOwnSystem } from '../own-system.js';
import { type Attack, type AttackTarget, attacks } from './attacks.js';
import type { Outcome } from './clients.js';
import { HealthyClient, type HealthySample } from './healthy-client.js';

const secondsBefore = 5;
const secondsToBegin = 2;
const secondsDuring = 10;
const secondsToRecover = 1;
const secondsAfter = 5;
/** During an attack a healthy workspace's p95 is at most so many times that without. */
const maxRatio = 3;

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}

/** The clients choose their own addresses, all of them IPv4. */
const toLoopback = (url: string) => url.replace('//localhost:', '//127.0.0.1:');

/** Resolves once the attack has begun: the start of its process, which costs more than most attacks, is not measured. */
async function startAttack(name: string, target: AttackTarget): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./attacker-process.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send({ name, target });
  await once(child, 'message', { signal: AbortSignal.timeout(30_000) });
  return child;
}

async function endAttack(child: ChildProcess): Promise<Outcome> {
  child.send('stop');
  const [outcome]: Outcome[] = await once(child, 'message', { signal: AbortSignal.timeout(10_000) });
  return outcome ?? {};
}

interface Measured {
  /** Just before and after the attack. */
  readonly without: readonly number[];
  readonly during: HealthySample;
  readonly outcome: Outcome;
}

async function measure(attack: Attack, target: AttackTarget, healthy: HealthyClient): Promise<Measured> {
  const before = await healthy.measure(secondsBefore);
  const child = await startAttack(attack.name, target);
  try {
    await sleep(secondsToBegin * 1_000);
    const during = await healthy.measure(secondsDuring);
    const outcome = await endAttack(child);
    await sleep(secondsToRecover * 1_000);
    const after = await healthy.measure(secondsAfter);
    return { without: [...before.milliseconds, ...after.milliseconds], during, outcome };
  } finally {
    child.kill('SIGKILL');
  }
}

function print({ name }: Attack, { without, during, outcome }: Measured): void {
  const baseline = quantile(without, 0.95);
  const ratio = quantile(during.milliseconds, 0.95) / baseline;
  const { milliseconds, failures } = during;
  const verdict = ratio > maxRatio || failures.length > 0 ? ' OVER' : '';
  const reasons = failures.length > 0 ? ` (${[...new Set(failures)].join('; ')})` : '';
  const got = Object.entries(outcome).map(([what, count]) => `${count} × ${what}`);
  console.log(
    `${name}: p95 ratio ${ratio.toFixed(2)}${verdict} (${baseline.toFixed(1)} ms without), ` +
      `${failures.length} of ${milliseconds.length + failures.length} failed${reasons}; attacker: ${got.join(', ')}`,
  );
}

/** Prints a healthy workspace's p95 during floods and slow clients relative to that without. */
export async function run(): Promise<void> {
  // The limits are those of production: an attack that they stop is part of the measurement.
  await withOwnSystem(1, async ({ urls }, signal) => {
    const owner = await newWorkspace();
    const created = await owner.api.post('/v1/leads', { name: 'Healthy', email: 'healthy@example.com' });
    const healthy = new HealthyClient(toLoopback(urls.api), owner.key, String(created.record.id));
    const large = await newWorkspace();
    const small = await newWorkspace({ plan: 'starter' });
    const target = { api: toLoopback(urls.api), auth: toLoopback(urls.auth), largeKey: large.key, smallKey: small.key };
    await healthy.measure(secondsBefore);
    for (const attack of attacks.filter(({ name }) => name.includes(process.argv[3] ?? ''))) {
      signal.throwIfAborted();
      print(attack, await measure(attack, target, healthy));
    }
    await healthy.close();
  });
}
