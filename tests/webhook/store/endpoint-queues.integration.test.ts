import { firstPace } from '@plotline/webhook/domain/pace';
import { type EndpointQueue, EndpointQueues } from '@plotline/webhook/store/endpoint-queues';
import { expect } from 'chai';
import { createCollections, testCaller, useTestRuntime } from '../../support/test-runtime.js';

const tenant = testCaller();

function at(second: number): Date {
  return new Date(Date.UTC(2026, 2, 1, 9, 30, second));
}

describe('EndpointQueues', () => {
  const runtime = useTestRuntime('webhook');
  let queues: EndpointQueues;

  before(async () => {
    queues = new EndpointQueues(runtime());
    await createCollections(runtime());
  });

  beforeEach(async () => {
    await runtime().databases.live.collection('endpoint_queues').deleteMany({});
    await runtime().journal.commit({ caller: testCaller() }, async (session) => {
      for (const id of ['wh_1', 'wh_2']) await queues.create(tenant, id, session);
      return { entries: [] };
    });
  });

  async function claim(holder: string, second: number, until = second + 12): Promise<EndpointQueue> {
    const queue = await queues.claim('live', { holder, until: at(until) }, at(second));
    if (!queue) throw new Error('There is nothing to claim.');
    return queue;
  }

  it('claim the queue that is due longest, for one holder until its lease expires', async () => {
    expect(await queues.claim('live', { holder: 'a', until: at(12) }, at(0))).to.equal(null);
    await queues.markDue(tenant, ['wh_2'], at(1));
    await queues.markDue(tenant, ['wh_1'], at(2));
    expect(await queues.claim('live', { holder: 'a', until: at(12) }, at(0))).to.equal(null);
    expect(await queues.claim('sandbox', { holder: 'a', until: at(12) }, at(5))).to.equal(null);
    expect(await claim('a', 5)).to.include({ id: 'wh_2', workspace_id: 'ws_test' });
    expect(await claim('b', 5)).to.include({ id: 'wh_1' });
    expect(await queues.claim('live', { holder: 'c', until: at(28) }, at(16))).to.equal(null);
    expect(await claim('c', 17)).to.include({ id: 'wh_2', holder: 'c' });
  });

  it('keep the earliest due time when a queue is marked due again', async () => {
    await queues.markDue(tenant, ['wh_1'], at(3));
    await queues.markDue(tenant, ['wh_1'], at(9));
    expect((await queues.get(tenant, 'wh_1'))?.due_at).to.deep.equal(at(3));
  });

  it('keep the lease when the queue was marked due since its holder read it', async () => {
    await queues.markDue(tenant, ['wh_1'], at(1));
    const before = await claim('a', 2);
    await queues.markDue(tenant, ['wh_1'], at(3));
    expect(await queues.release(tenant, before, null, firstPace)).to.equal(false);
    const now = await queues.get(tenant, 'wh_1');
    expect(now).to.include({ holder: 'a' });
    expect(now && (await queues.release(tenant, now, null, firstPace))).to.equal(true);
    expect(await queues.get(tenant, 'wh_1'))
      .to.include({ holder: null })
      .and.not.have.property('due_at');
  });

  it('claim a released queue once its next delivery is due', async () => {
    await queues.markDue(tenant, ['wh_1'], at(1));
    expect(await queues.release(tenant, await claim('a', 2), at(30), firstPace)).to.equal(true);
    expect(await queues.claim('live', { holder: 'b', until: at(40) }, at(29))).to.equal(null);
    expect(await claim('b', 30)).to.include({ id: 'wh_1' });
  });

  it('claim a requeued queue after those that were due before', async () => {
    await queues.markDue(tenant, ['wh_1'], at(1));
    await queues.markDue(tenant, ['wh_2'], at(2));
    await queues.requeue(tenant, await claim('a', 5), at(6), firstPace);
    expect(await claim('b', 6)).to.include({ id: 'wh_2' });
    expect(await claim('c', 6)).to.include({ id: 'wh_1' });
  });

  it('claim no queue of the workspaces that are left out', async () => {
    await queues.markDue(tenant, ['wh_1'], at(1));
    const lease = { holder: 'a', until: at(12) };
    expect(await queues.claim('live', lease, at(2), ['ws_other', tenant.workspaceId])).to.equal(null);
    expect(await queues.claim('live', lease, at(2), ['ws_other'])).to.include({ id: 'wh_1' });
  });

  it('prolong the leases that still stand, and tell which do', async () => {
    await queues.markDue(tenant, ['wh_1', 'wh_2'], at(1));
    const [kept, lost] = [await claim('a', 2, 3), await claim('b', 2, 3)];
    await claim('c', 4, 5);
    const renewed = await queues.renew('live', [kept, lost], at(30));
    expect([...renewed]).to.deep.equal([lost.id]);
    expect(await queues.claim('live', { holder: 'd', until: at(40) }, at(20))).to.include({ id: kept.id });
    expect(await queues.claim('live', { holder: 'e', until: at(40) }, at(29))).to.equal(null);
  });

  it('become due by a repair only when they are not', async () => {
    await queues.markDue(tenant, ['wh_1'], at(1));
    expect(await queues.repair(tenant, ['wh_1', 'wh_2'], at(5))).to.equal(1);
    expect((await queues.get(tenant, 'wh_1'))?.due_at).to.deep.equal(at(1));
    expect((await queues.get(tenant, 'wh_2'))?.due_at).to.deep.equal(at(5));
  });

  it('ignore a requeue and a release by a former holder', async () => {
    await queues.markDue(tenant, ['wh_1'], at(1));
    const former = await claim('a', 2, 3);
    await claim('b', 4);
    await queues.requeue(tenant, former, at(5), firstPace);
    expect(await queues.release(tenant, former, null, firstPace)).to.equal(false);
    expect(await queues.get(tenant, 'wh_1')).to.include({ holder: 'b' });
  });

  it('leave a paused queue alone until its pause ends, whatever is marked due, and keep what was learned', async () => {
    await queues.markDue(tenant, ['wh_1'], at(1));
    const pace = { ...firstPace, failures: 3, probe_id: 'dlv_1' };
    await queues.pause(tenant, await claim('a', 2), at(20), pace);
    await queues.markDue(tenant, ['wh_1'], at(3));
    expect(await queues.repair(tenant, ['wh_1'], at(4))).to.equal(0);
    expect(await queues.claim('live', { holder: 'b', until: at(40) }, at(19))).to.equal(null);
    const probed = await claim('b', 20, 40);
    expect(probed.pace).to.deep.equal(pace);
    expect(probed).to.not.have.property('paused_until');
    expect(await queues.release(tenant, probed, null, firstPace)).to.equal(true);
    await queues.markDue(tenant, ['wh_1'], at(21));
    expect(await claim('c', 21)).to.include({ id: 'wh_1' });
  });

  it('let one test of an endpoint at a time begin, and the next one once it has ended or its time is over', async () => {
    expect(await queues.beginTest(tenant, 'wh_1', at(0), at(10))).to.equal(true);
    expect(await queues.beginTest(tenant, 'wh_1', at(9), at(19))).to.equal(false);
    expect(await queues.beginTest(tenant, 'wh_2', at(9), at(19))).to.equal(true);
    expect(await queues.beginTest(tenant, 'wh_1', at(10), at(20))).to.equal(true);
    await queues.endTest(tenant, 'wh_1');
    expect(await queues.beginTest(tenant, 'wh_1', at(11), at(21))).to.equal(true);
  });
});
