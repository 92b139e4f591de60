import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { type Lane, Lanes } from '@plotline/webhook/store/lanes';
import { expect } from 'chai';
import { createTestRuntime, removeRuntime, testCaller } from '../../support/test-runtime.js';

const tenant = testCaller();

function at(second: number): Date {
  return new Date(Date.UTC(2026, 2, 1, 9, 30, second));
}

describe('lanes', () => {
  let runtime: ServiceRuntime;
  let lanes: Lanes;

  before(async () => {
    runtime = await createTestRuntime('webhook');
    lanes = new Lanes(runtime);
    await runtime.prepare();
  });
  after(() => removeRuntime(runtime));

  beforeEach(async () => {
    await runtime.databases.live.collection('lanes').deleteMany({});
    await runtime.journal.commit({ caller: testCaller() }, async (session) => {
      for (const id of ['wh_1', 'wh_2']) await lanes.open(tenant, id, session);
      return { entries: [] };
    });
  });

  async function claim(holder: string, second: number, until = second + 12): Promise<Lane> {
    const lane = await lanes.claim('live', holder, at(second), at(until));
    if (!lane) throw new Error('There is nothing to claim.');
    return lane;
  }

  it('are claimed when something is due, longest due first, each by one holder until its time is over', async () => {
    expect(await lanes.claim('live', 'a', at(0), at(12))).to.equal(null);
    await lanes.wake(tenant, ['wh_2'], at(1));
    await lanes.wake(tenant, ['wh_1'], at(2));
    expect(await lanes.claim('live', 'a', at(0), at(12))).to.equal(null);
    expect(await lanes.claim('sandbox', 'a', at(5), at(12))).to.equal(null);
    expect(await claim('a', 5)).to.include({ id: 'wh_2', workspace_id: 'ws_test' });
    expect(await claim('b', 5)).to.include({ id: 'wh_1' });
    expect(await lanes.claim('live', 'c', at(16), at(28))).to.equal(null);
    expect(await claim('c', 17)).to.include({ id: 'wh_2', holder: 'c' });
  });

  it('keep the earliest time at which something is due', async () => {
    await lanes.wake(tenant, ['wh_1'], at(3));
    await lanes.wake(tenant, ['wh_1'], at(9));
    expect((await lanes.get(tenant, 'wh_1'))?.due_at).to.deep.equal(at(3));
  });

  it('are not let go of when something was added since the holder looked', async () => {
    await lanes.wake(tenant, ['wh_1'], at(1));
    const before = await claim('a', 2);
    await lanes.wake(tenant, ['wh_1'], at(3));
    expect(await lanes.release(tenant, before, null)).to.equal(false);
    const now = await lanes.get(tenant, 'wh_1');
    expect(now).to.include({ holder: 'a' });
    expect(now && (await lanes.release(tenant, now, null))).to.equal(true);
    expect(await lanes.get(tenant, 'wh_1'))
      .to.include({ holder: null })
      .and.not.have.property('due_at');
  });

  it('are due again when the next attempt is', async () => {
    await lanes.wake(tenant, ['wh_1'], at(1));
    expect(await lanes.release(tenant, await claim('a', 2), at(30))).to.equal(true);
    expect(await lanes.claim('live', 'b', at(29), at(40))).to.equal(null);
    expect(await claim('b', 30)).to.include({ id: 'wh_1' });
  });

  it('stand behind the others when their holder yields', async () => {
    await lanes.wake(tenant, ['wh_1'], at(1));
    await lanes.wake(tenant, ['wh_2'], at(2));
    await lanes.yield(tenant, await claim('a', 5), at(6));
    expect(await claim('b', 6)).to.include({ id: 'wh_2' });
    expect(await claim('c', 6)).to.include({ id: 'wh_1' });
  });

  it('stay with who has them: a former holder changes nothing', async () => {
    await lanes.wake(tenant, ['wh_1'], at(1));
    const former = await claim('a', 2, 3);
    await claim('b', 4);
    await lanes.yield(tenant, former, at(5));
    expect(await lanes.release(tenant, former, null)).to.equal(false);
    expect(await lanes.get(tenant, 'wh_1')).to.include({ holder: 'b' });
  });
});
