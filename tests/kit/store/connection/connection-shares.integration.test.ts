import { randomUUID } from 'node:crypto';
import { createKeyring } from '@plotline/kit/core/secrets';
import { IdempotencyKeys } from '@plotline/kit/store/idempotency/keys';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { readMetric } from '../../../support/read-metric.js';
import { startSeverableRuntime } from '../../../support/severable-runtime.js';
import { createCollections, testCaller } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { thingCollection } from '../../thing-store.js';

/** A third of the twelve connections. */
const share = 4;

describe('one workspace’s share of the connections to MongoDB', () => {
  const fixture = useFixture(() => startSeverableRuntime('shares'));
  const read = (name: string, labels?: Readonly<Record<string, string>>) =>
    readMetric(fixture().runtime.metrics.registry, `mongodb_pool_${name}`, labels);
  /** Operations that have a connection or wait for one. */
  const countOperations = async () =>
    ((await read('connections', { state: 'in_use' })) ?? 0) + ((await read('waiting_operations')) ?? 0);

  before(async () => {
    thingCollection(fixture().runtime);
    await createCollections(fixture().runtime);
  });

  /** Repeats an operation 30 times for one workspace while the database stands still, then twice for another. */
  async function assertShared(operate: (workspaceId: string) => Promise<unknown>) {
    const { proxy } = fixture();
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

  it('is a third of the pool for slow reads, and other workspaces get connections at once', () =>
    assertShared((workspaceId) => thingCollection(fixture().runtime).in(testCaller(workspaceId)).count({})));

  it('is a third of the pool for slow writes outside transactions, and other workspaces get connections at once', () =>
    assertShared((workspaceId) => {
      const things = thingCollection(fixture().runtime).in(testCaller(workspaceId));
      return things.updateMany({}, { $set: { name: 'Again' } });
    }));

  it('is a third of the pool for slow claims of Idempotency-Keys, and other workspaces get connections at once', () => {
    const { databases } = fixture().runtime;
    const keys = new IdempotencyKeys(databases, createKeyring('a secret of the tests'));
    return assertShared((workspaceId) => keys.claim(testCaller(workspaceId), randomUUID(), 'POST /v1/leads'));
  });
});
