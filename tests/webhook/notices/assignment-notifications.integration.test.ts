import type { InboundEvent } from '@plotline/kit/broker/message';
import { eraseLead } from '@plotline/webhook/deliveries/work/erase-lead';
import { recordAssignmentNotices } from '@plotline/webhook/notices/work/record-assignment-notices';
import { expect } from 'chai';
import { useWebhookFixture } from '../support/webhook-fixture.js';
import { createEvent, type PublishOptions } from '../support/webhook-service.js';

const day = 24 * 3_600_000;

describe('GET /v1/notifications about assigned leads', () => {
  const fixture = useWebhookFixture();

  const workspaceId = () => fixture.subscriber.workspaceId;
  const newConsumer = () => recordAssignmentNotices(fixture.service.context);

  interface AssignOptions extends Pick<PublishOptions, 'mode' | 'timestamp'> {
    readonly to?: string | null;
    /** The agent who assigned the lead. */
    readonly by?: string;
  }

  /** Event about an assignment, as the broker delivers it. */
  function assigned(number: number, { to = 'agent_1', by, ...options }: AssignOptions = {}): InboundEvent {
    const data = { id: `lead_${number}`, name: `Zoë ${number}`, assigned_agent: to };
    const timestamp = fixture.service.context.clock();
    const event = createEvent('lead.assigned', { workspaceId: workspaceId(), timestamp, data, ...options });
    return by === undefined ? event : { ...event, agentId: by };
  }

  async function tell(...events: readonly InboundEvent[]): Promise<void> {
    const consumer = newConsumer();
    await Promise.all(events.map((event) => consumer.handle(event)));
  }

  const person = (id: string, change: { readonly agentId?: string; readonly role?: string } = {}) => {
    const { agentId = 'agent_1', role = 'agent' } = change;
    return { actor: { type: 'user' as const, id, name: id, role, agentId } };
  };

  async function read(by: object, query = ''): Promise<{ readonly id: string; readonly message: string }[]> {
    const as = { workspaceId: workspaceId(), ...by };
    return (await fixture.service.request('GET', `/v1/notifications${query}`, { as })).body;
  }

  const readMessages = async (by: object, query = '') => (await read(by, query)).map(({ message }) => message);

  async function countUnread(by: object): Promise<number> {
    const as = { workspaceId: workspaceId(), ...by };
    return (await fixture.service.request('GET', '/v1/notifications/unread', { as })).body.count;
  }

  it("are shown only to the agent's person, with the lead", async () => {
    await tell(assigned(1), assigned(2, { to: 'agent_2' }), assigned(3, { to: null }));
    const [notice, ...others] = await read(person('person_1'), '?type=lead.assigned');
    expect(notice).to.deep.include({
      type: 'lead.assigned',
      message: 'Zoë 1 was assigned to you.',
      subject: { type: 'lead', id: 'lead_1' },
    });
    expect(others).to.deep.equal([]);
    expect(await countUnread(person('person_1'))).to.equal(1);
    expect(await readMessages(person('person_2', { agentId: 'agent_2', role: 'owner' }))).to.deep.equal([
      'Zoë 2 was assigned to you.',
    ]);
    expect(await readMessages(person('person_3', { agentId: 'agent_3', role: 'owner' }))).to.deep.equal([]);
    expect(await readMessages({})).to.deep.equal([]);
    expect(await readMessages({ ...person('person_1'), scopes: ['read:properties'] })).to.deep.equal([]);
    expect(await readMessages({ ...person('person_1'), workspaceId: 'ws_stranger' })).to.deep.equal([]);
  });

  it('report 300 imported leads in one notice, even if each event comes twice and to two processes', async () => {
    const events = Array.from({ length: 300 }, (_none, number) => assigned(number, { by: 'agent_9' }));
    const [one, other] = [newConsumer(), newConsumer()];
    await Promise.all(events.map((event, place) => (place % 2 ? one : other).handle(event)));
    await Promise.all(events.map((event, place) => (place % 3 ? other : one).handle(event)));
    expect(await readMessages(person('person_1'))).to.deep.equal(['300 leads were assigned to you.']);
    expect(await countUnread(person('person_1'))).to.equal(1);
  });

  it('start a new notice after a minute, and mark an extended notice as unread again', async () => {
    const { service } = fixture;
    const by = person('person_1');
    await tell(assigned(1));
    await service.request('POST', '/v1/notifications/read', { as: { workspaceId: workspaceId(), ...by }, body: {} });
    expect(await countUnread(by)).to.equal(0);
    service.advanceClock(30_000);
    await tell(assigned(2));
    expect(await countUnread(by)).to.equal(1);
    service.advanceClock(61_000);
    await tell(assigned(3));
    expect(await readMessages(by)).to.deep.equal(['Zoë 3 was assigned to you.', '2 leads were assigned to you.']);
  });

  it('omit leads that people assigned to themselves, and sandbox leads', async () => {
    await tell(assigned(1, { by: 'agent_1' }), assigned(2, { mode: 'sandbox' }), assigned(3, { by: 'agent_2' }));
    expect(await readMessages(person('person_1'))).to.deep.equal(['Zoë 3 was assigned to you.']);
    expect(await readMessages({ ...person('person_1'), mode: 'sandbox' })).to.deep.equal([]);
  });

  it('omit an event that is older than the record of reported events', async () => {
    const { clock } = fixture.service.context;
    await tell(assigned(1, { timestamp: new Date(clock().getTime() - 31 * day) }));
    expect(await readMessages(person('person_1'))).to.deep.equal([]);
  });

  it('lose the name of an erased lead, even if the event comes after the erasure', async () => {
    const { context } = fixture.service;
    const erase = (leadId: string) => {
      const data = { lead_id: leadId };
      return eraseLead(context).handle(createEvent('erasure.lead', { workspaceId: workspaceId(), data }));
    };
    await tell(assigned(1));
    await erase('lead_1');
    await erase('lead_2');
    fixture.service.advanceClock(61_000);
    await tell(assigned(2));
    const nameless = 'A lead was assigned to you.';
    expect(await readMessages(person('person_1'))).to.deep.equal([nameless, nameless]);
    const stored = await context.runtime.databases.live
      .collection('notices')
      .find({ workspace_id: workspaceId() })
      .toArray();
    expect(JSON.stringify(stored)).to.not.include('Zoë');
  });

  it('omit events from before the person became active in the workspace, like all notifications', async () => {
    const { clock } = fixture.service.context;
    await tell(assigned(1));
    const memberSince = clock().getTime() + 1_000;
    fixture.service.advanceClock(61_000);
    await tell(assigned(2));
    const joined = { ...person('person_2', { role: 'owner' }), memberSince };
    expect(await readMessages(joined)).to.deep.equal(['Zoë 2 was assigned to you.']);
    expect(await readMessages(joined, '?created_after=2020-01-01&type=lead.assigned')).to.have.length(1);
    expect(await countUnread(joined)).to.equal(1);
    expect(await readMessages(person('person_1'))).to.have.length(2);
  });
});
