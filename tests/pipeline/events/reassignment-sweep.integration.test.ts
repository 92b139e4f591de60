import { expect } from 'chai';
import { type Reassignments, startReassignments } from './reassignment-fixture.js';

const [dueMs, finalMs, muchLaterMs] = [6_000, 70_000, 200_000];

describe('leads that reach an agent who is being deactivated', () => {
  let reassignments: Reassignments;
  beforeEach(async () => {
    reassignments = await startReassignments();
  });
  afterEach(() => reassignments.pipeline.stop());

  async function leave(agent: string, assignee: string): Promise<void> {
    await reassignments.leave(agent, assignee);
    await reassignments.told(agent);
  }

  it('go to the assignee with the others when they came before the reassignment', async () => {
    await reassignments.leave('agent_x', 'agent_y');
    await reassignments.give('agent_x', 3);
    await reassignments.told('agent_x');
    expect(await reassignments.counts('agent_y')).to.deep.equal([3]);
  });

  it('go to the assignee moments later when they came after it, each assigned once', async () => {
    await reassignments.give('agent_x', 2);
    await leave('agent_x', 'agent_y');
    await reassignments.give('agent_x', 60);
    const assigned = await reassignments.assignments();
    await reassignments.sweep(0);
    expect(await reassignments.counts('agent_y')).to.deep.equal([2]);
    for (let time = 0; time < 2; time += 1) await reassignments.sweep(dueMs * (time + 1));
    expect(await reassignments.counts('agent_x', 'agent_y')).to.deep.equal([0, 62]);
    expect((await reassignments.assignments()) - assigned).to.equal(60);
  });

  it('go to the last of the assignees', async () => {
    await leave('agent_x', 'agent_y');
    await leave('agent_y', 'agent_z');
    await reassignments.give('agent_x', 3);
    await reassignments.give('agent_y', 3);
    await reassignments.sweep(dueMs);
    expect(await reassignments.counts('agent_z')).to.deep.equal([6]);
  });

  it('stay when the agent has come back', async () => {
    await leave('agent_x', 'agent_y');
    await reassignments.comeBack('agent_x');
    await reassignments.give('agent_x', 3);
    await reassignments.sweep(dueMs);
    expect(await reassignments.counts('agent_x', 'agent_y')).to.deep.equal([3, 0]);
  });

  it('are looked for until no request from before can be alive, and not after', async () => {
    await leave('agent_x', 'agent_y');
    await reassignments.sweep(dueMs);
    await reassignments.give('agent_x', 1);
    await reassignments.sweep(finalMs);
    expect(await reassignments.counts('agent_y')).to.deep.equal([1]);
    const asked = reassignments.asked();
    await reassignments.sweep(muchLaterMs);
    expect(reassignments.asked()).to.equal(asked);
  });

  it('are found though the service was down all that time', async () => {
    await leave('agent_x', 'agent_y');
    await reassignments.give('agent_x', 1);
    await reassignments.sweep(muchLaterMs);
    expect(await reassignments.counts('agent_y')).to.deep.equal([1]);
  });

  it('are found though team was away', async () => {
    await leave('agent_x', 'agent_y');
    await reassignments.give('agent_x', 1);
    reassignments.reach(false);
    await reassignments.sweep(muchLaterMs);
    reassignments.reach(true);
    await reassignments.sweep(muchLaterMs);
    expect(await reassignments.counts('agent_y')).to.deep.equal([0]);
    await reassignments.sweep(muchLaterMs + dueMs);
    expect(await reassignments.counts('agent_y')).to.deep.equal([1]);
  });

  it('all arrive though the sweep is cut off in the middle', async () => {
    await leave('agent_x', 'agent_y');
    await reassignments.give('agent_x', 60);
    const { leads } = reassignments.pipeline.context;
    const changeBatch = leads.changeBatch.bind(leads);
    let batches = 0;
    leads.changeBatch = async (...call) => {
      batches += 1;
      if (batches === 2) throw new Error('cut off');
      return changeBatch(...call);
    };
    await reassignments.sweep(finalMs);
    expect(await reassignments.counts('agent_y')).to.deep.equal([50]);
    await reassignments.sweep(finalMs + dueMs);
    expect(await reassignments.counts('agent_y')).to.deep.equal([60]);
  });
});
