import type { Mode } from '@plotline/kit/core/caller';
import { firstPace } from '@plotline/webhook/deliveries/model/pace';
import type { EndpointQueue } from '@plotline/webhook/deliveries/store/endpoint-queue';
import { EndpointQueues } from '@plotline/webhook/deliveries/store/endpoint-queues';
import { pause, release, requeue } from '@plotline/webhook/deliveries/store/lease-ends';
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
    queues = new EndpointQueues(runtime(), 'endpoint_queues');
    await createCollections(runtime());
  });

  beforeEach(async () => {
    await runtime().databases.live.collection('endpoint_queues').deleteMany({});
    await runtime().journal.commit({ caller: testCaller() }, async (session) => {
      for (const id of ['wh_1', 'wh_2']) await queues.create(tenant, id, session);
      return { entries: [] };
    });
  });

  /** Claims the queue that has been due longest. */
  async function findFirst(second: number, except: readonly string[] = [], mode: Mode = 'live') {
    const [found] = await queues.findDue(mode, at(second), 1, except);
    return found ?? null;
  }

  async function claim(holder: string, second: number, until = second + 12): Promise<EndpointQueue> {
    const found = await findFirst(second);
    const [queue] = found ? await queues.claim('live', [found.id], { holder, until: at(until) }, at(second)) : [];
    if (!queue) throw new Error('There is nothing to claim.');
    return queue;
  }

  it("keep a suspended workspace's queues due, and give them to no one", async () => {
    let suspended = [tenant.workspaceId];
    const suspensions = {
      list: async () => suspended,
      exclude: async () => (suspended.length > 0 ? { $nin: suspended } : null),
    };
    const pausable = new EndpointQueues(runtime(), 'endpoint_queues', suspensions);
    await pausable.markDue(tenant, ['wh_1'], at(1));
    expect(await pausable.findDue('live', at(5), 1)).to.deep.equal([]);
    expect(await pausable.findLongestDue('live', at(5))).to.equal(null);
    const lease = { holder: 'process_1', until: at(12) };
    expect(await pausable.claim('live', ['wh_1'], lease, at(5))).to.deep.equal([]);
    suspended = [];
    expect(await pausable.findDue('live', at(5), 1)).to.have.length(1);
    expect(await pausable.findLongestDue('live', at(5))).to.deep.equal(at(1));
    expect(await pausable.claim('live', ['wh_1'], lease, at(5))).to.have.length(1);
  });

  it('lease the queue that has been due longest to a single holder until the lease expires', async () => {
    expect(await findFirst(0)).to.equal(null);
    await queues.markDue(tenant, ['wh_2'], at(1));
    await queues.markDue(tenant, ['wh_1'], at(2));
    expect(await findFirst(0)).to.equal(null);
    expect(await findFirst(5, [], 'sandbox')).to.equal(null);
    expect(await claim('a', 5)).to.include({ id: 'wh_2', workspace_id: 'ws_test' });
    expect(await claim('b', 5)).to.include({ id: 'wh_1' });
    expect(await findFirst(16)).to.equal(null);
    expect(await claim('c', 17)).to.include({ id: 'wh_2', holder: 'c' });
  });

  it('are claimed together, except those that another holder has claimed', async () => {
    await queues.markDue(tenant, ['wh_1', 'wh_2'], at(1));
    await claim('a', 2);
    const claimed = await queues.claim('live', ['wh_1', 'wh_2'], { holder: 'b', until: at(12) }, at(3));
    expect(claimed).to.have.length(1);
    expect(claimed[0]).to.include({ holder: 'b' });
  });

  it('become due by a claim, even if nothing was due', async () => {
    const [queue] = await queues.claim('live', ['wh_1'], { holder: 'a', until: at(3) }, at(1));
    expect(queue).to.deep.include({ holder: 'a', due_at: at(1), revision: 1 });
    expect(await findFirst(2)).to.equal(null);
    expect(await claim('b', 4)).to.include({ id: 'wh_1' });
  });

  it('keep the earliest due time when a queue is marked as due again', async () => {
    await queues.markDue(tenant, ['wh_1'], at(3));
    await queues.markDue(tenant, ['wh_1'], at(9));
    expect((await queues.get(tenant, 'wh_1'))?.due_at).to.deep.equal(at(3));
  });

  it('keep the lease if the queue was marked as due after its holder read it', async () => {
    await queues.markDue(tenant, ['wh_1'], at(1));
    const before = await claim('a', 2);
    await queues.markDue(tenant, ['wh_1'], at(3));
    expect([...(await queues.endLeases(tenant, [release(before, null, firstPace)])).keys()]).to.deep.equal(['wh_1']);
    const now = await queues.get(tenant, 'wh_1');
    expect(now).to.include({ holder: 'a' });
    if (!now) throw new Error('The queue is gone.');
    expect(await queues.endLeases(tenant, [release(now, null, firstPace)])).to.have.property('size', 0);
    expect(await queues.get(tenant, 'wh_1'))
      .to.include({ holder: null })
      .and.not.have.property('due_at');
  });

  it('claim a released queue once its next delivery is due', async () => {
    await queues.markDue(tenant, ['wh_1'], at(1));
    expect([
      ...(await queues.endLeases(tenant, [release(await claim('a', 2), at(30), firstPace)])).keys(),
    ]).to.deep.equal([]);
    expect(await findFirst(29)).to.equal(null);
    expect(await claim('b', 30)).to.include({ id: 'wh_1' });
  });

  it('claim a requeued queue after queues that were due before', async () => {
    await queues.markDue(tenant, ['wh_1'], at(1));
    await queues.markDue(tenant, ['wh_2'], at(2));
    await queues.endLeases(tenant, [requeue(await claim('a', 5), at(6), firstPace)]);
    expect(await claim('b', 6)).to.include({ id: 'wh_2' });
    expect(await claim('c', 6)).to.include({ id: 'wh_1' });
  });

  it('claim no queue of excluded workspaces', async () => {
    await queues.markDue(tenant, ['wh_1'], at(1));
    expect(await findFirst(2, ['ws_other', tenant.workspaceId])).to.equal(null);
    expect(await findFirst(2, ['ws_other'])).to.include({ id: 'wh_1' });
  });

  it('extend the leases that are still valid, and return these leases', async () => {
    await queues.markDue(tenant, ['wh_1', 'wh_2'], at(1));
    const [kept, lost] = [await claim('a', 2, 3), await claim('b', 2, 3)];
    await claim('c', 4, 5);
    const renewed = await queues.renew('live', [kept, lost], at(30));
    expect([...renewed]).to.deep.equal([lost.id]);
    expect(await claim('d', 20, 40)).to.include({ id: kept.id });
    expect(await findFirst(29)).to.equal(null);
  });

  it('become due by a repair only when they are not due yet', async () => {
    await queues.markDue(tenant, ['wh_1'], at(1));
    expect(await queues.repair(tenant, ['wh_1', 'wh_2'], at(5))).to.equal(1);
    expect((await queues.get(tenant, 'wh_1'))?.due_at).to.deep.equal(at(1));
    expect((await queues.get(tenant, 'wh_2'))?.due_at).to.deep.equal(at(5));
  });

  it('ignore a requeue and a release by a previous holder', async () => {
    await queues.markDue(tenant, ['wh_1'], at(1));
    const former = await claim('a', 2, 3);
    await claim('b', 4);
    await queues.endLeases(tenant, [requeue(former, at(5), firstPace)]);
    expect(await queues.endLeases(tenant, [release(former, null, firstPace)])).to.have.property('size', 0);
    expect(await queues.get(tenant, 'wh_1')).to.include({ holder: 'b' });
  });

  it('skip a paused queue until its pause ends, and keep its pace', async () => {
    await queues.markDue(tenant, ['wh_1'], at(1));
    const pace = { ...firstPace, failures: 3, probe_id: 'dlv_1' };
    await queues.endLeases(tenant, [pause(await claim('a', 2), at(20), pace)]);
    await queues.markDue(tenant, ['wh_1'], at(3));
    expect(await queues.repair(tenant, ['wh_1'], at(4))).to.equal(0);
    expect(await queues.claim('live', ['wh_1'], { holder: 'b', until: at(9) }, at(4))).to.deep.equal([]);
    expect(await findFirst(19)).to.equal(null);
    const probed = await claim('b', 20, 40);
    expect(probed.pace).to.deep.equal(pace);
    expect(probed).to.not.have.property('paused_until');
    expect([...(await queues.endLeases(tenant, [release(probed, null, firstPace)])).keys()]).to.deep.equal([]);
    await queues.markDue(tenant, ['wh_1'], at(21));
    expect(await claim('c', 21)).to.include({ id: 'wh_1' });
  });

  it('are not paused when a resend or retry was requested since they were read', async () => {
    for (const ask of [
      () => queues.markMoved(tenant, 'wh_1', at(3)),
      () =>
        runtime().journal.commit({ caller: testCaller() }, async (session) => {
          await queues.markResent(tenant, 'wh_1', 'dlv_1', at(3), session);
          return { entries: [] };
        }),
    ]) {
      await queues.markDue(tenant, ['wh_1'], at(1));
      for (let time = 0; time < 2; time += 1) {
        const read = await queues.get(tenant, 'wh_1');
        const held = read?.holder ? read : await claim('a', 2);
        await ask();
        const kept = await queues.endLeases(tenant, [pause(held, at(20), firstPace)]);
        expect([...kept.keys()]).to.deep.equal(['wh_1']);
      }
      const current = await queues.get(tenant, 'wh_1');
      if (!current) throw new Error('The queue is gone.');
      await queues.endLeases(tenant, [release(current, null, firstPace)]);
    }
  });

  it('allow one test of an endpoint at a time, and the next one once it has ended or timed out', async () => {
    const begin = (id: string, holder: string, second: number) =>
      queues.beginTest(tenant, id, at(second), { holder, until: at(second + 10) });
    expect(await begin('wh_1', 'first', 0)).to.deep.equal(at(0));
    expect(await begin('wh_1', 'second', 9)).to.equal(null);
    expect(await begin('wh_2', 'second', 9)).to.deep.equal(at(9));
    expect(await begin('wh_1', 'second', 10)).to.deep.equal(at(10));
    // The time of the first test has already passed.
    await queues.endTest(tenant, 'wh_1', { holder: 'first', until: at(10) }, true);
    expect(await begin('wh_1', 'third', 11)).to.equal(null);
    await queues.endTest(tenant, 'wh_1', { holder: 'second', until: at(20) }, true);
    expect(await begin('wh_1', 'third', 11)).to.deep.equal(at(11));
  });

  it('let the holder of a test lease repeat an unanswered test within the same time', async () => {
    const begin = (holder: string, second: number) =>
      queues.beginTest(tenant, 'wh_1', at(second), { holder, until: at(second + 10) });
    expect(await begin('first', 0)).to.deep.equal(at(0));
    expect(await begin('first', 9)).to.deep.equal(at(0));
    // The process that started the test is still alive.
    await queues.endTest(tenant, 'wh_1', { holder: 'first', until: at(10) }, true);
    expect(await begin('second', 18)).to.equal(null);
    await queues.endTest(tenant, 'wh_1', { holder: 'first', until: at(19) }, false);
    expect(await begin('first', 20), 'it has failed').to.deep.equal(at(0));
    await queues.endTest(tenant, 'wh_1', { holder: 'first', until: at(30) }, true);
    expect(await begin('first', 21), 'it was answered').to.deep.equal(at(21));
  });
});
