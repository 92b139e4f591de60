import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { readMetric } from '../../../support/read-metric.js';
import { startSeverableRuntime } from '../../../support/severable-runtime.js';
import { createCollections, testCaller } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { thingCollection } from '../../thing-store.js';

/** A third of the twelve connections. */
const share = 4;

describe('the connections to MongoDB of one workspace', () => {
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

  it('are a third of the pool for its slow reads, and others get theirs at once', async () => {
    const { runtime, proxy } = fixture();
    const count = (workspaceId: string) => thingCollection(runtime).in(testCaller(workspaceId)).count({});
    await count('ws_other');
    proxy.freeze();
    const greedy = Promise.allSettled(Array.from({ length: 30 }, () => count('ws_greedy')));
    await eventually(async () => expect(await countOperations()).to.equal(share));
    const other = Promise.allSettled([count('ws_other'), count('ws_other')]);
    await eventually(async () => expect(await countOperations()).to.equal(share + 2));
    proxy.restore();
    await Promise.all([greedy, other]);
    expect(await count('ws_greedy')).to.equal(0);
  });
});
