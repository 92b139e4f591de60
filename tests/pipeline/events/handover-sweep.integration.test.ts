import { expect } from 'chai';
import { type Handovers, startHandovers } from './handover-fixture.js';

const [dueMs, finalMs, muchLaterMs] = [6_000, 70_000, 200_000];

describe('leads that reach an agent who is being deactivated', () => {
  let handovers: Handovers;
  beforeEach(async () => {
    handovers = await startHandovers();
  });
  afterEach(() => handovers.pipeline.stop());

  async function leave(agent: string, heir: string): Promise<void> {
    await handovers.leave(agent, heir);
    await handovers.told(agent);
  }

  it('go to the heir with the others when they came before the handover', async () => {
    await handovers.leave('agent_x', 'agent_y');
    await handovers.give('agent_x', 3);
    await handovers.told('agent_x');
    expect(await handovers.counts('agent_y')).to.deep.equal([3]);
  });

  it('go to the heir moments later when they came after it, each assigned once', async () => {
    await handovers.give('agent_x', 2);
    await leave('agent_x', 'agent_y');
    await handovers.give('agent_x', 60);
    const assigned = await handovers.assignments();
    await handovers.sweep(0);
    expect(await handovers.counts('agent_y')).to.deep.equal([2]);
    for (let time = 0; time < 2; time += 1) await handovers.sweep(dueMs * (time + 1));
    expect(await handovers.counts('agent_x', 'agent_y')).to.deep.equal([0, 62]);
    expect((await handovers.assignments()) - assigned).to.equal(60);
  });

  it('go to the last of the heirs', async () => {
    await leave('agent_x', 'agent_y');
    await leave('agent_y', 'agent_z');
    await handovers.give('agent_x', 3);
    await handovers.give('agent_y', 3);
    await handovers.sweep(dueMs);
    expect(await handovers.counts('agent_z')).to.deep.equal([6]);
  });

  it('stay when the agent has come back', async () => {
    await leave('agent_x', 'agent_y');
    await handovers.comeBack('agent_x');
    await handovers.give('agent_x', 3);
    await handovers.sweep(dueMs);
    expect(await handovers.counts('agent_x', 'agent_y')).to.deep.equal([3, 0]);
  });

  it('are looked for until no request from before can be alive, and not after', async () => {
    await leave('agent_x', 'agent_y');
    await handovers.sweep(dueMs);
    await handovers.give('agent_x', 1);
    await handovers.sweep(finalMs);
    expect(await handovers.counts('agent_y')).to.deep.equal([1]);
    const asked = handovers.asked();
    await handovers.sweep(muchLaterMs);
    expect(handovers.asked()).to.equal(asked);
  });

  it('are found though the service was down all that time', async () => {
    await leave('agent_x', 'agent_y');
    await handovers.give('agent_x', 1);
    await handovers.sweep(muchLaterMs);
    expect(await handovers.counts('agent_y')).to.deep.equal([1]);
  });

  it('are found though team was away', async () => {
    await leave('agent_x', 'agent_y');
    await handovers.give('agent_x', 1);
    handovers.reach(false);
    await handovers.sweep(muchLaterMs);
    handovers.reach(true);
    await handovers.sweep(muchLaterMs);
    expect(await handovers.counts('agent_y')).to.deep.equal([0]);
    await handovers.sweep(muchLaterMs + dueMs);
    expect(await handovers.counts('agent_y')).to.deep.equal([1]);
  });

  it('all arrive though the sweep is cut off in the middle', async () => {
    await leave('agent_x', 'agent_y');
    await handovers.give('agent_x', 60);
    const { leads } = handovers.pipeline.context;
    const changeBatch = leads.changeBatch.bind(leads);
    let batches = 0;
    leads.changeBatch = async (...call) => {
      batches += 1;
      if (batches === 2) throw new Error('cut off');
      return changeBatch(...call);
    };
    await handovers.sweep(finalMs);
    expect(await handovers.counts('agent_y')).to.deep.equal([50]);
    await handovers.sweep(finalMs + dueMs);
    expect(await handovers.counts('agent_y')).to.deep.equal([60]);
  });
});
