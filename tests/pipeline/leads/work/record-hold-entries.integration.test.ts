import type { InboundEvent } from '@plotline/kit/broker/message';
import { createHoldEntryConsumer } from '@plotline/pipeline/leads/work/record-hold-entries';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

let events = 0;

function holdEvent(lead_id: string, changes: object = {}, agentId?: string): InboundEvent {
  events += 1;
  const id = `evt_${String(events).padStart(26, '0')}`;
  const name = 'timeline.hold';
  const hold = { hold_id: 'hold_1', unit_id: 'unit_a1', reason: null };
  const data = { lead_id, type: 'unit_held', description: 'The unit was held.', ...hold, ...changes };
  const payload = { id, event: name, timestamp: '2026-03-01T09:30:00.000Z', workspace_id: 'ws_test', data };
  const actor = agentId === undefined ? {} : { agentId };
  return { id, name, mode: 'live', requestId: 'req_1', payload: JSON.stringify(payload), ...actor };
}

describe('timeline.hold', () => {
  const pipeline = useFixture(startPipeline);
  const consume = (event: InboundEvent) => createHoldEntryConsumer(pipeline().context).handle(event);
  const timeline = async (id: string) => (await pipeline().request('GET', `/v1/leads/${id}/activity`)).body;

  it('adds one entry with the hold, even if the event is delivered repeatedly', async () => {
    const { id } = await pipeline().lead();
    const event = holdEvent(id, { type: 'hold_ended', reason: 'The buyer withdrew.' }, 'agent_amira');
    for (let time = 0; time < 3; time += 1) await consume(event);
    const entries = (await timeline(id)).filter(({ type }: { type: string }) => type === 'hold_ended');
    expect(entries).to.have.length(1);
    expect(entries[0]).to.deep.include({
      user: 'agent_amira',
      timestamp: '2026-03-01T09:30:00.000Z',
      hold_id: 'hold_1',
      unit_id: 'unit_a1',
      reason: 'The buyer withdrew.',
    });
  });

  it('has the person or key that acted as its actor, or otherwise the system', async () => {
    const { id } = await pipeline().lead();
    const person = { type: 'user', id: 'user_1', name: 'Amira Haddad' };
    await consume(holdEvent(id, { actor: person }, 'agent_amira'));
    await consume(holdEvent(id, { actor: { type: 'key', id: 'key_1', name: 'Website' } }));
    await consume(holdEvent(id, { actor: { type: 'system', id: 'hold-expiry', name: 'hold-expiry' } }));
    const actors = (await timeline(id))
      .filter(({ type }: { type: string }) => type === 'unit_held')
      .map(({ actor, user }: { actor: object; user: string | null }) => ({ ...actor, user }));
    expect(actors).to.have.deep.members([
      { type: 'user', name: 'Amira Haddad', user: 'agent_amira' },
      { type: 'key', name: 'Website', user: null },
      { type: 'system', name: 'holds', user: null },
    ]);
  });

  it('is added to the survivor of a merge, and dropped for an erased lead', async () => {
    const [keep, other] = [await pipeline().lead(), await pipeline().lead()];
    await pipeline().request('POST', `/v1/leads/${keep.id}/merge`, { body: { lead_id: other.id } });
    await consume(holdEvent(other.id, { type: 'unit_queued' }));
    expect((await timeline(keep.id)).map(({ type }: { type: string }) => type)).to.include('unit_queued');
    await pipeline().request('DELETE', `/v1/leads/${keep.id}`);
    await consume(holdEvent(keep.id));
    const left = (await pipeline().journal(keep.id)).map(({ type }) => type);
    expect(left).to.deep.equal(['erased']);
  });
});
