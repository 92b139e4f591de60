import { expect } from 'chai';
import { eventually } from './eventually.js';
import { readMetric } from './read-metric.js';
import type { SeverableRuntime } from './severable-runtime.js';

/** A third of the twelve connections. */
const share = 4;

/**
 * While the database hangs, repeats an operation 30 times for one workspace and then twice for another. Expects the
 * first workspace to use only its share and the other one to get connections immediately. Later, all operations must
 * succeed.
 */
export async function expectShared(
  { runtime, proxy }: SeverableRuntime,
  operate: (workspaceId: string) => Promise<unknown>,
): Promise<void> {
  const read = (name: string, labels?: Readonly<Record<string, string>>) =>
    readMetric(runtime.metrics.registry, `plotline_mongodb_pool_${name}`, labels);
  /** Operations that have a connection or wait for one. */
  const countOperations = async () =>
    ((await read('connections', { state: 'in_use' })) ?? 0) + ((await read('waiting_operations')) ?? 0);
  await operate('ws_other');
  proxy.freeze();
  const greedy = Promise.allSettled(Array.from({ length: 30 }, () => operate('ws_greedy')));
  await eventually(async () => expect(await countOperations()).to.equal(share));
  const other = Promise.allSettled([operate('ws_other'), operate('ws_other')]);
  await eventually(async () => expect(await countOperations()).to.equal(share + 2));
  proxy.restore();
  const results = (await Promise.all([greedy, other])).flat();
  expect(results.filter(({ status }) => status === 'rejected')).to.deep.equal([]);
}
