import { setTimeout as sleep } from 'node:timers/promises';
import { newWorkspace } from '../../support/workspace.js';
import { type Outcome, toLoopback } from '../load/clients.js';
import { HealthyClient, type HealthySample } from '../load/healthy-client.js';
import { startLoad } from '../load/load-process.js';
import { withOwnSystem } from '../own-system.js';
import { percentile } from '../percentile.js';
import { type Attack, type AttackTarget, attacks } from './attacks.js';

const secondsBefore = 5;
const secondsToBegin = 2;
const secondsDuring = 10;
const secondsToRecover = 1;
const secondsAfter = 5;
/** Maximum ratio of a healthy workspace's p95 during an attack to its p95 without one. */
const maxRatio = 3;

interface Measured {
  /** Measurements just before and just after the attack. */
  readonly without: readonly number[];
  readonly during: HealthySample;
  readonly outcome: Outcome;
}

async function measure(attack: Attack, target: AttackTarget, healthy: HealthyClient): Promise<Measured> {
  const before = await healthy.measure(secondsBefore);
  const load = await startLoad(new URL('./attacker-process.ts', import.meta.url), { name: attack.name, target });
  try {
    await sleep(secondsToBegin * 1_000);
    const during = await healthy.measure(secondsDuring);
    const outcome = await load.end();
    await sleep(secondsToRecover * 1_000);
    const after = await healthy.measure(secondsAfter);
    return { without: [...before.milliseconds, ...after.milliseconds], during, outcome };
  } finally {
    load.kill();
  }
}

function print({ name }: Attack, { without, during, outcome }: Measured): void {
  const baseline = percentile(without, 0.95);
  const ratio = percentile(during.milliseconds, 0.95) / baseline;
  const { milliseconds, failures } = during;
  const verdict = ratio > maxRatio || failures.length > 0 ? ' OVER' : '';
  const reasons = failures.length > 0 ? ` (${[...new Set(failures)].join('; ')})` : '';
  const got = Object.entries(outcome).map(([what, count]) => `${count} × ${what}`);
  console.log(
    `${name}: p95 ratio ${ratio.toFixed(2)}${verdict} (${baseline.toFixed(1)} ms without), ` +
      `${failures.length} of ${milliseconds.length + failures.length} failed${reasons}; attacker: ${got.join(', ')}`,
  );
}

/** Prints a healthy workspace's p95 during floods and with slow clients, relative to its p95 without attacks. */
export async function run(): Promise<void> {
  // Uses the production limits, because stopping an attack is part of the measurement.
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
