import { runInTransaction } from '@plotline/kit/store/transactions/transaction';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { readMetric } from '../../../support/read-metric.js';
import { startSeverableRuntime } from '../../../support/severable-runtime.js';
import { createCollections, testCaller } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { thingCollection } from '../../thing-store.js';

const caller = testCaller('ws_pool');
/** Each operation has its own workspace, because a workspace gets only a share of the connections. */
const callerOf = (place: number) => testCaller(`ws_pool_${place}`);
const poolSize = 12;

describe('the pool of MongoDB connections', () => {
  const fixture = useFixture(() => startSeverableRuntime('pool'));
  const read = (name: string, labels?: Readonly<Record<string, string>>) =>
    readMetric(fixture().runtime.metrics.registry, `plotline_mongodb_pool_${name}`, labels);
  const readInUse = () => read('connections', { state: 'in_use' });

  before(async () => {
    thingCollection(fixture().runtime);
    await createCollections(fixture().runtime);
  });

  it('shows used and free connections', async () => {
    const { runtime } = fixture();
    const things = thingCollection(runtime);
    expect(await read('max_connections')).to.equal(poolSize);
    expect(await readInUse()).to.equal(0);
    await runInTransaction(runtime.databases.live, Date.now() + 60_000, async (session) => {
      await things.in(caller).count({}, { session });
    });
    expect(await readInUse()).to.equal(0);
    expect(await read('connections', { state: 'idle' })).to.be.within(1, poolSize);
  });

  it('shows the number of waiting operations and their wait while a hanging database uses all connections', async () => {
    const { runtime, proxy } = fixture();
    const things = thingCollection(runtime);
    await Promise.all(Array.from({ length: poolSize }, (_, place) => things.in(callerOf(place)).count({})));
    const waitedBefore = (await read('wait_seconds_total')) ?? 0;
    proxy.freeze();
    const work = Array.from({ length: poolSize + 5 }, (_, place) => things.in(callerOf(place)).count({}));
    const counted = Promise.allSettled(work);
    await eventually(async () => expect(await read('waiting_operations')).to.be.at.least(5));
    proxy.restore();
    await counted;
    await eventually(async () => expect(await read('waiting_operations')).to.equal(0));
    expect(await readInUse()).to.equal(0);
    expect(await read('wait_seconds_total')).to.be.greaterThan(waitedBefore);
  });

  it('does not count broken connections as open', async () => {
    const { runtime, proxy } = fixture();
    proxy.sever();
    await eventually(() => thingCollection(runtime).in(caller).count({}));
    const idle = await read('connections', { state: 'idle' });
    expect((await readInUse()) ?? 0).to.equal(0);
    expect(idle).to.be.within(1, poolSize);
  });
});
