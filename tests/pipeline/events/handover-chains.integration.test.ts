import { expect } from 'chai';
import { type Handovers, startHandovers } from './handover-fixture.js';

describe('leads whose heir leaves too', () => {
  let handovers: Handovers;
  beforeEach(async () => {
    handovers = await startHandovers();
  });
  afterEach(() => handovers.pipeline.stop());

  /** What each of the agents has. */
  const counts = (...agents: string[]) => Promise.all(agents.map((agent) => handovers.count(agent)));

  /** Moments one after the other, all after what was stored so far. */
  function moments() {
    const now = Date.now();
    return [new Date(now), new Date(now + 1), new Date(now + 2)] as const;
  }

  for (const order of ['in their order', 'the other way round', 'at once']) {
    it(`end on the last of the heirs when the handovers come ${order}`, async () => {
      const { handOver, give, gone } = handovers;
      await give('agent_x', 70);
      await give('agent_y', 30);
      const [first, second] = moments();
      gone.add('agent_x').add('agent_y');
      const requests = [() => handOver('agent_x', 'agent_y', first), () => handOver('agent_y', 'agent_z', second)];
      if (order === 'at once') await Promise.all(requests.map((request) => request()));
      else for (const request of order === 'in their order' ? requests : requests.reverse()) await request();
      // At once, the second may be over before the first has read it: what the first moves then is left to the sweep.
      if (order === 'at once') await handovers.sweep(6_000);
      expect(await counts('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 0, 100]);
    });
  }

  it('go straight to the last of the heirs, each assigned once, and team is asked once a batch', async () => {
    const { handOver, give, gone } = handovers;
    await give('agent_x', 60);
    const [first, second] = moments();
    gone.add('agent_x').add('agent_y');
    await handOver('agent_y', 'agent_z', second);
    const [assigned, asked] = [await handovers.assignments(), handovers.asked()];
    await handOver('agent_x', 'agent_y', first);
    expect((await handovers.assignments()) - assigned).to.equal(60);
    expect(handovers.asked() - asked).to.equal(3);
  });

  it('follow the heir who leaves in the middle of the handover', async () => {
    const { handOver, give, gone, pipeline } = handovers;
    await give('agent_x', 100);
    const [first, second] = moments();
    gone.add('agent_x');
    const { leads } = pipeline.context;
    const changeBatch = leads.changeBatch.bind(leads);
    let batches = 0;
    leads.changeBatch = async (...call) => {
      batches += 1;
      if (batches === 2) {
        gone.add('agent_y');
        await handOver('agent_y', 'agent_z', second);
      }
      return changeBatch(...call);
    };
    await handOver('agent_x', 'agent_y', first);
    await handovers.sweep(6_000);
    expect(await counts('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 0, 100]);
  });

  it('stay with the last of the heirs when that one leaves them to nobody, until they are handed over', async () => {
    const { handOver, deactivated, give, gone } = handovers;
    await give('agent_x', 3);
    const [first, second, third] = moments();
    gone.add('agent_x').add('agent_y');
    await deactivated('agent_y', second);
    await handOver('agent_x', 'agent_y', first);
    expect(await counts('agent_x', 'agent_y')).to.deep.equal([0, 3]);
    await handOver('agent_y', 'agent_z', third);
    expect(await counts('agent_x', 'agent_y', 'agent_z')).to.deep.equal([0, 0, 3]);
  });

  it('stay with an heir who has come back, or left again without an heir of the new departure', async () => {
    const { handOver, deactivated, give, gone } = handovers;
    await give('agent_x', 3);
    const [first, second, third] = moments();
    gone.add('agent_x');
    await handOver('agent_y', 'agent_z', second);
    await handOver('agent_x', 'agent_y', first);
    expect(await counts('agent_y', 'agent_z')).to.deep.equal([3, 0]);
    gone.add('agent_y');
    await deactivated('agent_y', third);
    await deactivated('agent_y', second);
    await handovers.sweep(6_000);
    expect(await counts('agent_y', 'agent_z')).to.deep.equal([3, 0]);
  });

  it('move at most once when two leave them to each other', async () => {
    const { handOver, give, gone } = handovers;
    await give('agent_x', 3);
    await give('agent_y', 3);
    const [first, second] = moments();
    gone.add('agent_x').add('agent_y');
    await Promise.all([handOver('agent_x', 'agent_y', first), handOver('agent_y', 'agent_x', second)]);
    await handOver('agent_x', 'agent_y', first);
    await handovers.sweep(6_000);
    expect(await counts('agent_x', 'agent_y')).to.deep.equal([6, 0]);
  });

  it('come back to one who has come back, when the heir leaves them there', async () => {
    const { handOver, give, gone } = handovers;
    await give('agent_x', 3);
    const [first, second] = moments();
    gone.add('agent_x');
    await handOver('agent_x', 'agent_y', first);
    gone.delete('agent_x');
    gone.add('agent_y');
    await handOver('agent_y', 'agent_x', second);
    await handOver('agent_x', 'agent_y', first);
    await handovers.sweep(6_000);
    expect(await counts('agent_x', 'agent_y')).to.deep.equal([3, 0]);
  });
});
