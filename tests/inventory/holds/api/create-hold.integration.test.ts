import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { createHoldRequests, type HoldRequests } from '../../support/holding.js';
import { fieldsOf, person, startInventory } from '../../support/inventory.js';

const hourMs = 3_600_000;

describe('POST /v1/holds', () => {
  const inventory = useFixture(startInventory);
  let requests: HoldRequests;
  before(async () => {
    requests = await createHoldRequests(inventory);
  });

  it('holds a unit at its price for the default time, and reserves the unit', async () => {
    const unit = await requests.unit();
    const lead_id = requests.lead({ assigned_agent: 'agent_amira' });
    const hold = await requests.hold(unit.id, lead_id);
    expect(hold).to.deep.include({
      unit_id: unit.id,
      property_id: unit.property_id,
      lead_id,
      agent_id: 'agent_amira',
      status: 'active',
      price: unit.price,
      position: null,
      deposit: null,
      notes: null,
      extensions: 0,
      ended_at: null,
      ended_reason: null,
    });
    expect(Date.parse(hold.expires_at) - Date.parse(hold.created_at)).to.be.closeTo(72 * hourMs, 5_000);
    const { id, expires_at, agent_id } = hold;
    const held = { id, expires_at, lead_id, agent_id };
    expect(await requests.readUnit(unit.id)).to.deep.include({ status: 'reserved', hold: held });
    const list = await inventory().request('GET', `/v1/units?property_id=${unit.property_id}`);
    expect(list.body.find((one: { id: string }) => one.id === unit.id).hold).to.deep.equal(held);
    const as = { scopes: ['read:properties'] };
    const seen = (await inventory().request('GET', `/v1/units/${unit.id}`, { as })).body;
    expect(seen.hold).to.deep.equal({ id, expires_at });
    expect(await requests.eventNames(id)).to.deep.equal(['hold.created']);
    const [, updated] = await inventory().events(unit.id);
    expect(updated).to.deep.include({ event: 'unit.updated', previous: { status: 'available', hold: null } });
    expect(updated.data.hold).to.deep.equal({ id, expires_at });
  });

  it("uses the workspace's settings, and the times and terms in the request", async () => {
    const unit = await requests.unit({ status: 'reserved' });
    const hold = await requests.hold(unit.id, requests.lead(), {}, { settings: { hold_hours: 1 } });
    expect(Date.parse(hold.expires_at) - Date.parse(hold.created_at)).to.be.closeTo(hourMs, 5_000);
    expect(await requests.eventNames(unit.id), 'the status stays').to.deep.equal(['unit.created']);
    const deposit = { amount: 50_000, currency: 'AED', due_at: '2030-01-01T00:00:00.000Z' };
    const terms = { expires_in: 60, deposit, notes: 'Sea view', agent_id: 'agent_chen' };
    const other = await requests.hold(
      (await requests.unit()).id,
      requests.lead(),
      terms,
      person('owner', 'agent_amira'),
    );
    expect(other).to.deep.include({
      agent_id: 'agent_chen',
      deposit: { ...deposit, paid_at: null, reference: null },
      notes: 'Sea view',
    });
    expect(Date.parse(other.expires_at) - Date.parse(other.created_at)).to.be.closeTo(60_000, 5_000);
  });

  it('creates one active hold if 200 leads request one unit simultaneously', async () => {
    const unit = await requests.unit();
    const leads = Array.from({ length: 200 }, () => requests.lead());
    const replies = await Promise.all(leads.map((lead_id) => requests.ask('POST', '', { unit_id: unit.id, lead_id })));
    expect(replies.filter(({ status }) => status === 201)).to.have.length(1);
    const refused = replies.filter(({ status }) => status !== 201);
    for (const { status, body } of refused) expect([status, body.reason]).to.deep.equal([409, 'unit_held']);
    const { body } = await requests.ask('GET', `?unit_id=${unit.id}&status=active,queued`);
    expect(body).to.have.length(1);
  });

  it('refuses another lead and names the existing hold, unless the lead joins the queue', async () => {
    const unit = await requests.unit();
    const hold = await requests.hold(unit.id, requests.lead());
    const waiting = await requests.hold(unit.id, requests.lead(), { queue: true, expires_in: 5 });
    expect(waiting).to.include({ status: 'queued', position: 1, expires_at: null });
    const next = await requests.hold(unit.id, requests.lead(), { queue: true });
    expect(next).to.include({ status: 'queued', position: 2 });
    const { status, body } = await requests.ask('POST', '', { unit_id: unit.id, lead_id: requests.lead() });
    expect([status, body.reason]).to.deep.equal([409, 'unit_held']);
    expect(body.data).to.deep.equal({ hold_id: hold.id, expires_at: hold.expires_at, queue_length: 2 });
    const { version } = (await inventory().context.units.get({ workspaceId: 'ws_test', mode: 'live' }, unit.id)) ?? {};
    expect(version, 'a longer queue makes no new version of the unit').to.equal(2);
  });

  it('returns the existing hold if the request is repeated with the same terms, and refuses different terms', async () => {
    const unit = await requests.unit();
    const lead_id = requests.lead();
    const terms = { unit_id: unit.id, lead_id, expires_in: 600, notes: 'Corner' };
    const hold = await requests.hold(unit.id, lead_id, terms);
    for (const same of [terms, { unit_id: unit.id, lead_id }, { ...terms, queue: true }]) {
      const { status, body } = await requests.ask('POST', '', same);
      expect([status, body]).to.deep.equal([200, hold]);
    }
    for (const changes of [{ expires_in: 601 }, { notes: 'Other' }, { agent_id: 'agent_chen' }]) {
      const { status, body } = await requests.ask('POST', '', { ...terms, ...changes });
      expect([status, body.reason, body.data]).to.deep.equal([409, 'lead_holds_unit', { hold_id: hold.id }]);
    }
    expect(await requests.eventNames(hold.id)).to.deep.equal(['hold.created']);
  });

  it('refuses closed leads and units that are not for sale, even if the lead would join a queue', async () => {
    for (const status of ['sold', 'rented', 'off_market']) {
      const { id: unit_id } = await requests.unit({ status });
      const { body } = await requests.ask('POST', '', { unit_id, lead_id: requests.lead(), queue: true });
      expect([body.reason, body.data]).to.deep.equal(['unit_not_available', { unit_id, status }]);
    }
    for (const stage of ['won', 'lost']) {
      const lead_id = requests.lead({ stage });
      const { status, body } = await requests.ask('POST', '', { unit_id: (await requests.unit()).id, lead_id });
      expect([status, body.reason]).to.deep.equal([409, 'lead_closed']);
    }
  });

  it('lets at most 20 holds queue for a unit', async () => {
    const { id: unit_id } = await requests.unit();
    for (let place = 0; place <= 20; place += 1) await requests.hold(unit_id, requests.lead(), { queue: true });
    const { status, body } = await requests.ask('POST', '', { unit_id, lead_id: requests.lead(), queue: true });
    expect([status, body.reason, body.data]).to.deep.equal([409, 'queue_full', { limit: 20 }]);
  });

  it('allows an agent at most 50 active holds, even if many are created simultaneously', async () => {
    const as = { workspaceId: 'ws_agent_limit' };
    const property = await inventory().property({}, as);
    const units = Array.from({ length: 60 }, (_, index) => ({
      property_id: property.id,
      name: `L-${index}`,
      price: { amount: 1, currency: 'AED' },
    }));
    const { body: made } = await inventory().request('POST', '/v1/units/bulk', { body: { units }, as });
    const replies = await Promise.all(
      made.map(({ id: unit_id }: { id: string }) =>
        requests.ask('POST', '', { unit_id, lead_id: requests.lead(), agent_id: 'agent_bruno' }, as),
      ),
    );
    const refused = replies.filter(({ status }) => status === 409).map(({ body }) => [body.reason, body.data]);
    expect(replies.filter(({ status }) => status === 201)).to.have.length(50);
    expect(refused).to.deep.equal(Array.from({ length: 10 }, () => ['hold_limit', { limit: 50 }]));
  });

  it('reports every error in a body', async () => {
    const { id: unit_id } = await requests.unit();
    const lead_id = requests.lead();
    inventory().directory.deactivate('agent_bruno');
    const past = new Date(Date.now() - 1_000).toISOString();
    const far = new Date(Date.now() + 365 * 24 * hourMs + 60_000).toISOString();
    const deposit = { amount: 1, currency: 'AED' };
    const cases: readonly (readonly [object, readonly string[]])[] = [
      [{ unit_id: 'unit_none', lead_id: 'lead_none', agent_id: 'agent_none' }, ['unit_id', 'lead_id', 'agent_id']],
      [{ agent_id: 'agent_bruno' }, ['agent_id']],
      [{ expires_at: past }, ['expires_at']],
      [{ expires_at: far }, ['expires_at']],
      [{ expires_at: 'tomorrow' }, ['expires_at']],
      [{ expires_at: far, expires_in: 5 }, ['expires_at', 'expires_in']],
      [{ expires_in: 0 }, ['expires_in']],
      [{ expires_in: 1.5 }, ['expires_in']],
      [{ expires_in: 31_536_001 }, ['expires_in']],
      [{ deposit: { ...deposit, amount: 0 } }, ['deposit.amount']],
      [{ deposit: { ...deposit, amount: 1.001 } }, ['deposit.amount']],
      [{ deposit: { ...deposit, currency: 'USD' } }, ['deposit.currency']],
      [{ deposit: { amount: 1 } }, ['deposit.currency']],
      [{ notes: 'x'.repeat(2_001) }, ['notes']],
      [{ queue: 'yes' }, ['queue']],
      [{ unit_id: null }, ['unit_id']],
    ];
    for (const [changes, fields] of cases) {
      const { status, body } = await requests.ask('POST', '', { unit_id, lead_id, ...changes });
      expect([status, fieldsOf(body)], JSON.stringify(changes)).to.deep.equal([422, [...fields]]);
    }
  });

  it('restricts agents to their own leads, to visible units and to themselves as the agent', async () => {
    const amira = person('agent', 'agent_amira');
    const unit = await requests.unit();
    const ask = (body: object) => requests.ask('POST', '', { unit_id: unit.id, ...body }, amira);
    const foreign = await ask({ lead_id: requests.lead({ assigned_agent: 'agent_chen' }) });
    expect([foreign.status, foreign.body.reason]).to.deep.equal([403, 'lead_of_another_agent']);
    expect((await ask({ lead_id: requests.lead(), agent_id: 'agent_chen' })).status).to.equal(403);
    const hidden = await requests.unit({ visibility: 'private' });
    const blind = await ask({ lead_id: requests.lead(), unit_id: hidden.id });
    expect([blind.status, fieldsOf(blind.body)]).to.deep.equal([422, ['unit_id']]);
    const own = await ask({ lead_id: requests.lead({ assigned_agent: 'agent_amira' }), agent_id: 'agent_amira' });
    expect([own.status, own.body.agent_id]).to.deep.equal([201, 'agent_amira']);
    const viewer = await requests.ask('POST', '', { unit_id: unit.id, lead_id: requests.lead() }, person('viewer'));
    expect(viewer.status).to.equal(403);
  });

  it('creates one hold for 20 identical requests with one Idempotency-Key', async () => {
    const body = { unit_id: (await requests.unit()).id, lead_id: requests.lead() };
    const headers = { 'idempotency-key': 'one-hold' };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => inventory().request('POST', '/v1/holds', { body, headers })),
    );
    expect(new Set(replies.map((reply) => reply.body.id)).size).to.equal(1);
    expect(new Set(replies.map(({ status }) => status))).to.deep.equal(new Set([201]));
  });
});
