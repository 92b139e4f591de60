import { readPublicEvents, readPublicExamples } from '@plotline/webhook/contract';
import { expect } from 'chai';
import { LogReader } from '../support/log-reader.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('GET /v1/events/samples', () => {
  const fixture = useWebhookFixture();
  const ask = (query: string, scopes: readonly string[] = ['admin']) => {
    const as = { workspaceId: fixture.subscriber.workspaceId, scopes };
    return fixture.service.request('GET', `/v1/events/samples${query}`, { as });
  };

  it('returns the newest event of each type, or the example in the contract if there is none', async () => {
    const { subscriber } = fixture;
    await subscriber.publish('lead.created', { data: { id: 'lead_1' } });
    const newest = await subscriber.publish('lead.created', { data: { id: 'lead_2' } });
    const { body } = await ask('?types=lead.created,unit.sold');
    expect(body[0]).to.deep.equal(JSON.parse(newest.payload));
    const example = readPublicExamples().get('unit.sold');
    expect(body[1]).to.deep.equal({ ...example, workspace_id: subscriber.workspaceId });
  });

  it('returns the newest samples first, and examples last', async () => {
    const { subscriber } = fixture;
    const minutesAgo = { 'lead.lost': 3, 'lead.stage_changed': 1, 'lead.assigned': 2 };
    for (const [name, minutes] of Object.entries(minutesAgo)) {
      await subscriber.publish(name, { data: { id: 'lead_1' }, timestamp: new Date(Date.now() - minutes * 60_000) });
    }
    const { body } = await ask('?types=lead.lost,hold.expired,lead.assigned,lead.stage_changed');
    const names = body.map(({ event }: { event: string }) => event);
    expect(names).to.deep.equal(['lead.stage_changed', 'lead.assigned', 'lead.lost', 'hold.expired']);
  });

  it('accepts groups, and by default returns all events that the credential may read', async () => {
    const listEvents = ({ body }: { body: { event: string }[] }) => body.map(({ event }) => event);
    const tasks = [...readPublicEvents().keys()].filter((name) => name.startsWith('task.'));
    expect(listEvents(await ask('?types=task.*'))).to.have.members(tasks);
    expect(listEvents(await ask(''))).to.have.members([...readPublicEvents().keys()]);
    const some = listEvents(await ask('', ['read:agents']));
    expect(some.every((event) => event.startsWith('agent.'))).to.equal(true);
    expect((await ask('?types=lead.won', ['read:agents'])).status).to.equal(403);
    expect((await ask('?types=lead.unheard_of')).status).to.equal(422);
  });

  it('omits events about erased leads and events in other workspaces', async () => {
    const { subscriber, service } = fixture;
    await subscriber.publish('lead.won', { data: { id: 'lead_9', name: 'Zoë' } });
    await service.publish('erasure.lead', { workspaceId: subscriber.workspaceId, data: { lead_id: 'lead_9' } });
    const { body } = await ask('?types=lead.won');
    expect(body[0].id).to.equal(readPublicExamples().get('lead.won')?.['id']);
    const other = { workspaceId: 'ws_without_events', scopes: ['admin'] };
    const { body: ofOther } = await service.request('GET', '/v1/events/samples?types=lead.created', { as: other });
    expect(ofOther[0]).to.include({ workspace_id: 'ws_without_events' });
  });
});

describe('GET /v1/events?resource_id for a lead', () => {
  const fixture = useWebhookFixture();

  it('finds events about the lead and its tasks, in order', async () => {
    const { subscriber, service } = fixture;
    const publish = async (name: string, data: object) => (await subscriber.publish(name, { data })).id;
    const ids = [
      await publish('lead.created', { id: 'lead_1' }),
      await publish('task.created', { id: 'task_1', lead_id: 'lead_1' }),
      await publish('task.deleted', { id: 'task_1', lead_id: 'lead_1' }),
    ];
    await publish('task.created', { id: 'task_2', lead_id: 'lead_2' });
    const log = new LogReader(service, { workspaceId: subscriber.workspaceId });
    expect((await log.read({ resource_id: 'lead_1' })).ids).to.deep.equal(ids);
    expect((await log.read({ resource_id: 'task_1' })).ids).to.deep.equal(ids.slice(1));
  });
});
