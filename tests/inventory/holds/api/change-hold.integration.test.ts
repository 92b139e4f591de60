import { expect } from 'chai';
import { testCaller } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { createHoldRequests, type HoldRequests } from '../../support/holding.js';
import { fieldsOf, person, startInventory } from '../../support/inventory.js';

describe('changes to /v1/holds/{id}', () => {
  const inventory = useFixture(startInventory);
  let requests: HoldRequests;
  before(async () => {
    requests = await createHoldRequests(inventory);
  });

  const newHold = async (changes: object = {}, as = {}) =>
    requests.hold((await requests.unit()).id, requests.lead(), changes, as);
  const reasonOf = ({ status, body }: { status: number; body: { reason: string; data: object } }) => [
    status,
    body.reason,
    body.data,
  ];

  it('extend an active hold to a later end, and count the extension', async () => {
    const hold = await newHold({ expires_in: 600 });
    const { status, body } = await requests.ask('POST', `/${hold.id}/extend`, { expires_in: 1_200 });
    expect([status, body.extensions]).to.deep.equal([200, 1]);
    expect(Date.parse(body.expires_at)).to.be.above(Date.parse(hold.expires_at));
    expect((await requests.readUnit(hold.unit_id)).hold.expires_at).to.equal(body.expires_at);
    const [, event] = (await inventory().events(hold.id)).filter(({ event: name }) => name !== 'timeline.hold');
    expect(event).to.deep.include({
      event: 'hold.extended',
      previous: { expires_at: hold.expires_at, extensions: 0 },
      data: body,
    });
    expect(await requests.eventNames(hold.unit_id)).to.deep.equal(['unit.created', 'unit.updated']);
  });

  it('report the errors in an extension', async () => {
    const { id, expires_at } = await newHold({ expires_in: 600 });
    for (const body of [{}, { expires_in: 60 }, { expires_at }, { expires_at, expires_in: 900 }, { expires_in: 0 }]) {
      const reply = await requests.ask('POST', `/${id}/extend`, body);
      expect(reply.status, JSON.stringify(body)).to.equal(422);
      expect(fieldsOf(reply.body)[0]).to.match(/^expires_/);
    }
  });

  it('let agents extend a hold as often as the settings allowed when the hold was created', async () => {
    const amira = person('agent', 'agent_amira');
    const hold = await newHold({ expires_in: 600 }, { settings: { hold_extensions: 1 } });
    const extend = (expires_in: number, as: object) =>
      requests.ask('POST', `/${hold.id}/extend`, { expires_in }, { ...as, settings: { hold_extensions: 5 } });
    expect((await extend(700, amira)).status).to.equal(200);
    expect(reasonOf(await extend(800, amira))).to.deep.equal([409, 'extension_limit', { limit: 1 }]);
    expect((await extend(900, person('admin', 'agent_chen'))).body.extensions).to.equal(2);
  });

  it('release a hold once, and activate the next hold in the queue for the default time', async () => {
    const hold = await newHold();
    const second = await requests.hold(hold.unit_id, requests.lead(), { queue: true, expires_in: 5 });
    const third = await requests.hold(hold.unit_id, requests.lead(), { queue: true });
    const released = await requests.ask('POST', `/${hold.id}/release`, { reason: 'Bought elsewhere.' });
    expect(released.body).to.include({ status: 'released', ended_reason: 'released' });
    expect((await requests.ask('POST', `/${hold.id}/release`)).body).to.deep.equal(released.body);
    expect(await requests.eventNames(hold.id)).to.deep.equal(['hold.created', 'hold.released']);
    const active = await requests.read(second.id);
    expect(active).to.include({ status: 'active', position: null });
    expect(Date.parse(active.expires_at) - Date.now()).to.be.closeTo(72 * 3_600_000, 60_000);
    expect(await requests.read(third.id)).to.include({ status: 'queued', position: 1 });
    expect(await requests.eventNames(third.id), 'a new position publishes no event').to.deep.equal(['hold.created']);
    expect(await requests.eventNames(second.id)).to.deep.equal(['hold.created', 'hold.activated']);
    const unit = await requests.readUnit(hold.unit_id);
    expect([unit.status, unit.hold.id]).to.deep.equal(['reserved', second.id]);
    for (const { id } of [second, third]) await requests.ask('POST', `/${id}/release`);
    expect(await requests.readUnit(hold.unit_id)).to.include({ status: 'available', hold: null });
    const told = (await inventory().events(hold.id)).filter(({ event }) => event === 'timeline.hold');
    expect(told.map(({ data }) => [data.type, data.lead_id, data.reason])).to.deep.equal([
      ['unit_held', hold.lead_id, null],
      ['hold_ended', hold.lead_id, 'Bought elsewhere.'],
    ]);
    const { type, id: actorId, name } = testCaller().actor;
    expect(told[0]?.data.actor).to.deep.equal({ type, id: actorId, name });
  });

  it('are refused for ended and queued holds, and the error names the status', async () => {
    const hold = await newHold();
    const queued = await requests.hold(hold.unit_id, requests.lead(), { queue: true });
    const other = await requests.unit();
    for (const [path, body] of [
      ['extend', { expires_in: 999_999 }],
      ['transfer', { unit_id: other.id }],
    ] as const) {
      const reply = await requests.ask('POST', `/${queued.id}/${path}`, body);
      expect(reasonOf(reply), path).to.deep.equal([409, 'hold_not_active', { status: 'queued' }]);
    }
    await requests.ask('POST', `/${hold.id}/release`);
    for (const [method, path, body] of [
      ['POST', '/extend', { expires_in: 999_999 }],
      ['POST', '/transfer', { lead_id: requests.lead() }],
      ['POST', '/transfer', { unit_id: other.id }],
      ['POST', '/deposit', {}],
      ['DELETE', '/deposit', undefined],
      ['PUT', '', { notes: 'Late' }],
    ] as const) {
      const reply = await requests.ask(method, `/${hold.id}${path}`, body);
      expect(reasonOf(reply), path).to.deep.equal([409, 'hold_not_active', { status: 'released' }]);
    }
  });

  it("move a hold to another lead, and keep a queued hold's place", async () => {
    const hold = await newHold({ expires_in: 600 });
    const queued = await requests.hold(hold.unit_id, requests.lead(), { queue: true });
    const lead_id = requests.lead();
    const moved = await requests.ask('POST', `/${hold.id}/transfer`, { lead_id });
    expect(moved.body).to.deep.include({ lead_id, status: 'active', expires_at: hold.expires_at, extensions: 0 });
    expect((await requests.readUnit(hold.unit_id)).hold.lead_id).to.equal(lead_id);
    expect((await requests.ask('POST', `/${hold.id}/transfer`, { lead_id })).body).to.deep.equal(moved.body);
    const taken = await requests.ask('POST', `/${queued.id}/transfer`, { lead_id });
    expect(reasonOf(taken)).to.deep.equal([409, 'lead_holds_unit', { hold_id: hold.id }]);
    const next = requests.lead();
    const told = await requests.ask('POST', `/${queued.id}/transfer`, { lead_id: next });
    expect(told.body).to.include({ lead_id: next, status: 'queued', position: 1 });
    const entries = (await inventory().events(hold.id)).filter(({ event }) => event === 'timeline.hold');
    expect(entries.slice(1).map(({ data }) => [data.type, data.lead_id])).to.deep.equal([
      ['hold_ended', hold.lead_id],
      ['unit_held', lead_id],
    ]);
    expect(await requests.eventNames(hold.id)).to.deep.equal(['hold.created', 'hold.transferred']);
    const closed = await requests.ask('POST', `/${hold.id}/transfer`, { lead_id: requests.lead({ stage: 'lost' }) });
    expect([closed.status, closed.body.reason]).to.deep.equal([409, 'lead_closed']);
  });

  it("move an active hold to another unit of the property, at that unit's price", async () => {
    const deposit = { amount: 10, currency: 'AED' };
    const hold = await newHold({ deposit });
    const waiting = await requests.hold(hold.unit_id, requests.lead(), { queue: true });
    const target = await requests.unit({ price: { amount: 5, currency: 'AED' } });
    const { body } = await requests.ask('POST', `/${hold.id}/transfer`, { unit_id: target.id });
    expect(body).to.deep.include({ unit_id: target.id, price: target.price, expires_at: hold.expires_at });
    expect(body.deposit.amount).to.equal(10);
    expect((await requests.readUnit(target.id)).hold.id).to.equal(hold.id);
    expect((await requests.readUnit(hold.unit_id)).hold.id).to.equal(waiting.id);
    const back = await requests.ask('POST', `/${hold.id}/transfer`, { unit_id: hold.unit_id });
    expect([back.status, back.body.reason, back.body.data.hold_id]).to.deep.equal([409, 'unit_held', waiting.id]);
    const sold = await requests.unit({ status: 'sold' });
    const refused = await requests.ask('POST', `/${hold.id}/transfer`, { unit_id: sold.id });
    expect(refused.body.reason).to.equal('unit_not_available');
    const elsewhere = await inventory().unit((await inventory().property()).id);
    for (const unit_id of [elsewhere.id, 'unit_none']) {
      const reply = await requests.ask('POST', `/${hold.id}/transfer`, { unit_id });
      expect([reply.status, fieldsOf(reply.body)]).to.deep.equal([422, ['unit_id']]);
    }
    for (const wrong of [{}, { unit_id: target.id, lead_id: requests.lead() }, { lead_id: 'lead_none' }]) {
      expect((await requests.ask('POST', `/${hold.id}/transfer`, wrong)).status).to.equal(422);
    }
  });

  it('record the payment of a deposit, and undo it', async () => {
    const bare = await newHold();
    const none = await requests.ask('POST', `/${bare.id}/deposit`, {});
    expect([none.status, none.body.reason]).to.deep.equal([409, 'no_deposit']);
    const hold = await newHold({ deposit: { amount: 500, currency: 'AED' } });
    const future = new Date(Date.now() + 60_000).toISOString();
    expect((await requests.ask('POST', `/${hold.id}/deposit`, { paid_at: future })).status).to.equal(422);
    expect((await requests.ask('DELETE', `/${hold.id}/deposit`)).status).to.equal(404);
    const payment = { paid_at: '2026-01-02T03:04:05.000Z', reference: 'TT-1' };
    const paid = await requests.ask('POST', `/${hold.id}/deposit`, payment);
    expect(paid.body.deposit).to.deep.equal({ amount: 500, currency: 'AED', due_at: null, ...payment });
    expect((await requests.ask('POST', `/${hold.id}/deposit`, { reference: 'TT-2' })).body).to.deep.equal(paid.body);
    const changed = await requests.ask('PUT', `/${hold.id}`, { deposit: { amount: 600 } });
    expect([changed.status, changed.body.reason]).to.deep.equal([409, 'deposit_paid']);
    expect(
      (await requests.ask('DELETE', `/${hold.id}/deposit`, undefined, person('agent', 'agent_amira'))).status,
    ).to.equal(403);
    expect((await requests.ask('DELETE', `/${hold.id}/deposit`)).status).to.equal(204);
    expect((await requests.read(hold.id)).deposit).to.include({ amount: 500, paid_at: null, reference: null });
    expect(await requests.eventNames(hold.id)).to.deep.equal(['hold.created', 'hold.deposit_paid', 'hold.updated']);
  });

  it('update notes, agent and unpaid deposit under If-Match', async () => {
    const hold = await newHold();
    const etag = (await requests.ask('GET', `/${hold.id}`)).headers.get('etag') ?? '';
    const put = (body: object, headers = {}, as = {}) =>
      inventory().request('PUT', `/v1/holds/${hold.id}`, { body, headers, as });
    const body = { notes: 'Corner', agent_id: 'agent_chen', deposit: { amount: 7 } };
    const changed = await put(body, { 'if-match': etag });
    expect(changed.body).to.deep.include({ notes: 'Corner', agent_id: 'agent_chen' });
    expect(changed.body.deposit).to.include({ amount: 7, currency: 'AED' });
    expect((await requests.readUnit(hold.unit_id)).hold.agent_id).to.equal('agent_chen');
    expect((await put({ notes: 'Late' }, { 'if-match': etag })).status).to.equal(412);
    const late = { body: { expires_in: 999_999 }, headers: { 'if-match': etag } };
    expect((await inventory().request('POST', `/v1/holds/${hold.id}/extend`, late)).status).to.equal(412);
    expect((await put(changed.body)).body).to.deep.equal(changed.body);
    const bruno = person('agent', 'agent_amira');
    expect((await put({ agent_id: 'agent_bruno' }, {}, bruno)).status).to.equal(403);
    expect((await put({ agent_id: 'agent_amira', deposit: null }, {}, bruno)).body).to.include({
      agent_id: 'agent_amira',
      deposit: null,
    });
    expect((await put({ agent_id: 'agent_none' })).status).to.equal(422);
    const names = await requests.eventNames(hold.id);
    expect(names).to.deep.equal(['hold.created', 'hold.updated', 'hold.updated']);
  });

  it('are allowed to agents only for their own holds and holds of unassigned leads, and answer 404 to other workspaces', async () => {
    const amira = person('agent', 'agent_amira');
    const lead_id = requests.lead({ assigned_agent: 'agent_chen' });
    const hold = await requests.hold((await requests.unit()).id, lead_id);
    for (const [path, body] of [
      ['release', {}],
      ['extend', { expires_in: 999_999 }],
      ['deposit', {}],
      ['transfer', { lead_id: requests.lead() }],
    ] as const) {
      const reply = await requests.ask('POST', `/${hold.id}/${path}`, body, amira);
      expect([reply.status, reply.body.reason], path).to.deep.equal([403, 'lead_of_another_agent']);
    }
    const own = await newHold();
    const away = await requests.ask('POST', `/${own.id}/transfer`, { lead_id }, amira);
    expect([away.status, away.body.reason]).to.deep.equal([403, 'lead_of_another_agent']);
    expect((await requests.ask('GET', `/${hold.id}`, undefined, person('viewer'))).status).to.equal(200);
    const stranger = { workspaceId: 'ws_other' };
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['POST', '/release'],
    ] as const) {
      const reply = await requests.ask(method, `/${hold.id}${path}`, method === 'GET' ? undefined : {}, stranger);
      expect(reply.status).to.equal(404);
    }
  });
});
