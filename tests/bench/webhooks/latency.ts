import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { eventually } from '../../support/eventually.js';
import type { Receipts } from './receipts.js';

const patienceMs = 60_000;

/** Workspace that creates leads, and the receiver of its events. */
export interface MeasuredWorkspace {
  readonly api: string;
  readonly key: string;
  readonly receipts: Receipts;
}

async function createLead(pool: Pool, key: string, number: number): Promise<{ id: string; answeredAt: number }> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/v1/leads',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Lead ${number}`, email: `lead.${number}.${Date.now()}@example.com` }),
  });
  const text = await body.text();
  const answeredAt = performance.now();
  if (statusCode !== 201) throw new Error(`A lead was answered ${statusCode}: ${text.slice(0, 200)}`);
  return { id: JSON.parse(text).data.id, answeredAt };
}

/**
 * Creates `count` leads at a steady rate. Resolves to the milliseconds from each API answer to the receipt of its
 * event. An event that arrives before the answer counts as 0.
 */
export async function measureLatency(
  { api, key, receipts }: MeasuredWorkspace,
  { count, perSecond }: { readonly count: number; readonly perSecond: number },
): Promise<number[]> {
  const pool = new Pool(api, { connections: 32 });
  const creating: ReturnType<typeof createLead>[] = [];
  const startedAt = performance.now();
  for (let number = 0; number < count; number += 1) {
    await sleep(Math.max(0, startedAt + (number * 1_000) / perSecond - performance.now()));
    creating.push(createLead(pool, key, number));
  }
  const created = await Promise.all(creating);
  await pool.close();
  return eventually(
    () =>
      created.map(({ id, answeredAt }) => {
        const receivedAt = receipts.times.get(id);
        if (receivedAt === undefined) throw new Error('An event has not been received.');
        return Math.max(0, receivedAt - answeredAt);
      }),
    patienceMs,
  );
}
