import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startReassignments } from '../../support/reassignment-fixture.js';

describe('the tasks of a deactivated agent', () => {
  const reassignments = useFixture(startReassignments);

  it('go to the assignee if they are open, and stay with the agent if they are done', async () => {
    const { pipeline, deactivate, consumeEvent } = reassignments();
    const { id: lead_id } = await pipeline.lead({ assigned_agent: 'agent_z' });
    const due_at = '2026-05-02T09:00:00.000Z';
    const create = (title: string) =>
      pipeline.create('/v1/tasks', { lead_id, title, due_at, assigned_agent: 'agent_x' });
    const [open, done] = [await create('Open'), await create('Done')];
    await pipeline.request('POST', `/v1/tasks/${done.id}/done`);
    await deactivate('agent_x', 'agent_y');
    await consumeEvent('agent_x');
    const agentOf = async (id: string) => (await pipeline.request('GET', `/v1/tasks/${id}`)).body.assigned_agent;
    expect([await agentOf(open.id), await agentOf(done.id)]).to.deep.equal(['agent_y', 'agent_x']);
    const moved = (await pipeline.events(lead_id)).filter(({ data, previous }) => {
      return data.id === open.id && previous?.assigned_agent !== undefined;
    });
    expect(moved.map(({ event, previous }) => [event, previous])).to.deep.equal([
      ['task.updated', { assigned_agent: 'agent_x' }],
    ]);
  });
});
