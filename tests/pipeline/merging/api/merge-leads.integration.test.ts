import type { Caller } from '@plotline/kit/core/caller';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { FakeInventory } from '../../support/fake-inventory.js';
import { startPipeline } from '../../support/pipeline.js';

const person = (role: string, agentId: string): Partial<Caller> => ({
  actor: { type: 'user', id: `user_${agentId}`, name: agentId, role, agentId },
});

describe('POST /v1/leads/:id/merge', () => {
  const inventory = new FakeInventory();
  const pipeline = useFixture(() => startPipeline({ units: inventory }));

  const post = (path: string, body: object = {}, options = {}) =>
    pipeline().request('POST', `/v1/leads/${path}`, { body, ...options });
  const get = (path: string) => pipeline().request('GET', path);
  const merge = (keep: string, lead_id: string, options = {}) => post(`${keep}/merge`, { lead_id }, options);

  /** Creates two leads. */
  async function pair(keep: object = {}, other: object = {}): Promise<[string, string]> {
    return [(await pipeline().lead(keep)).id, (await pipeline().lead(other)).id];
  }

  async function win(leadId: string, unitId: string): Promise<string> {
    inventory.addUnit(unitId);
    const won = await post(`${leadId}/won`, { unit_id: unitId, deal_value: 450_000 });
    expect(won.status).to.equal(200);
    return won.body.deal.id;
  }

  it('returns the survivor as GET shows it, and changes nothing when repeated', async () => {
    const [keep, other] = await pair({ notes: 'Own.' }, { notes: 'Other.', phone: '+351 910 000 002' });
    const first = await merge(keep, other);
    expect(first.status).to.equal(200);
    expect(first.body).to.include({ id: keep, notes: 'Own.\n\nOther.', phone: '+351 910 000 002' });
    const read = await get(`/v1/leads/${keep}`);
    expect(read.body).to.deep.equal(first.body);
    expect(read.headers.get('etag')).to.equal(first.headers.get('etag'));
    const entries = (await pipeline().journal(keep)).length;
    expect((await merge(keep, other)).body).to.deep.equal(first.body);
    expect(await pipeline().journal(keep)).to.have.length(entries);
    expect(pipeline().holds.moved).to.deep.include({ mergedId: other, survivorId: keep });
  });

  it('publishes lead.merged, and lead.updated only if fields changed', async () => {
    const [keep, other] = await pair({}, { tags: ['b'] });
    const { body } = await merge(keep, other);
    const events = (await pipeline().events(keep)).slice(-3);
    expect(events.map(({ event }) => event)).to.deep.equal(['lead.merged', 'lead.updated', 'merging.lead']);
    expect(events[0].data).to.deep.equal({ id: keep, merged_id: other, lead: body });
    expect(events[1]).to.deep.include({ data: body, previous: { tags: [] } });
    const [same, twin] = await pair();
    await merge(same, twin);
    const names = await pipeline().eventNames(same);
    expect(names.filter((name) => name === 'lead.merged' || name === 'lead.updated')).to.deep.equal(['lead.merged']);
    expect(names).not.to.include('lead.deleted');
  });

  it('lists all merged leads in an internal event, including leads from earlier merges', async () => {
    const [keep, other] = await pair();
    const [last] = await pair();
    await merge(keep, other);
    await merge(last, keep);
    const merging = (await pipeline().events(last)).filter(({ event }) => event === 'merging.lead');
    expect(merging.at(-1)?.data).to.deep.equal({ lead_id: last, merged_ids: [other, keep] });
  });

  it("joins the timelines, with an entry that keeps the merged lead's name, email and phone number", async () => {
    const [keep, other] = await pair({}, { name: 'Bea Costa', email: 'bea@example.com', phone: '+351 910 000 003' });
    await post(`${other}/notes`, { content: 'Of the other.' });
    await post(`${keep}/notes`, { content: 'Of the survivor.' });
    await merge(keep, other);
    const { body } = await get(`/v1/leads/${keep}/activity`);
    expect(body.map(({ type }: { type: string }) => type)).to.deep.equal([
      'merged',
      'note',
      'note',
      'created',
      'created',
    ]);
    expect(body[0].merged_lead).to.deep.equal({
      id: other,
      name: 'Bea Costa',
      email: 'bea@example.com',
      phone: '+351 910 000 003',
    });
  });

  it("answers 404 with the survivor's id to every request about the merged lead", async () => {
    const [keep, other] = await pair();
    const [last, third] = await pair();
    await merge(keep, other);
    await merge(third, keep);
    const calls: readonly (readonly [string, string, object?])[] = [
      ['GET', ''],
      ['PUT', '', { name: 'New' }],
      ['DELETE', ''],
      ['POST', '/stage', { stage: 'viewing' }],
      ['POST', '/lost', { reason: 'other' }],
      ['POST', '/won', { unit_id: 'unit_1', deal_value: 1 }],
      ['POST', '/notes', { content: 'Late.' }],
      ['GET', '/activity'],
      ['GET', '/duplicates'],
      ['POST', '/merge', { lead_id: last }],
    ];
    for (const [method, path, body] of calls) {
      for (const id of [keep, other]) {
        const answer = await pipeline().request(method, `/v1/leads/${id}${path}`, body ? { body } : {});
        expect(answer.status, `${method} ${path}`).to.equal(404);
        expect(answer.body, `${method} ${path}`).to.deep.include({
          reason: 'lead_merged',
          data: { merged_into: third },
        });
      }
    }
    const task = await pipeline().request('POST', '/v1/tasks', {
      body: { lead_id: other, title: 'Call', due_at: '2026-03-08' },
    });
    expect([task.status, task.body.details[0].field]).to.deep.equal([422, 'lead_id']);
    expect((await get(`/v1/leads/lead_unknown`)).body.reason).to.equal(undefined);
  });

  it('answers 422 for the lead itself, an unknown lead, or a lead that was merged into another one', async () => {
    const [keep, other] = await pair();
    const [elsewhere, merged] = await pair();
    await merge(elsewhere, merged);
    for (const id of [keep, 'lead_unknown', merged]) {
      const { status, body } = await merge(keep, id);
      expect([status, body.details[0].field]).to.deep.equal([422, 'lead_id']);
    }
    expect((await merge('lead_unknown', other)).status).to.equal(404);
    expect((await post(`${keep}/merge`, {})).body.details[0]).to.deep.include({ field: 'lead_id' });
    expect((await pipeline().request('GET', `/v1/leads/${keep}/merge`)).status).to.equal(405);
  });

  it('lets an agent merge two leads only if both are assigned to that agent', async () => {
    const amira = { assigned_agent: 'agent_amira' };
    const [keep, other] = await pair(amira, { assigned_agent: 'agent_bruno' });
    const refused = await merge(keep, other, { as: person('agent', 'agent_amira') });
    expect([refused.status, refused.body.reason]).to.deep.equal([403, 'lead_of_another_agent']);
    const [own, twin] = await pair(amira, amira);
    expect((await merge(own, twin, { as: person('agent', 'agent_amira') })).status).to.equal(200);
    expect((await merge(keep, other, { as: person('admin', 'agent_gone') })).status).to.equal(200);
  });

  it("honours If-Match with the survivor's version", async () => {
    const [keep, other] = await pair();
    const etag = (await get(`/v1/leads/${keep}`)).headers.get('etag') ?? '';
    await post(`${keep}/stage`, { stage: 'viewing' });
    expect((await merge(keep, other, { headers: { 'if-match': etag } })).status).to.equal(412);
    const current = (await get(`/v1/leads/${keep}`)).headers.get('etag') ?? '';
    expect((await merge(keep, other, { headers: { 'if-match': current } })).status).to.equal(200);
  });

  it('repeats the response for an Idempotency-Key', async () => {
    const [keep, other] = await pair();
    const headers = { 'idempotency-key': `merge-${keep}` };
    const first = await merge(keep, other, { headers });
    await post(`${keep}/stage`, { stage: 'viewing' });
    const again = await merge(keep, other, { headers });
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
    expect(again.body).to.deep.equal(first.body);
  });

  it('moves deals, invoices and tasks, and makes the survivor won without a second lead.won', async () => {
    const [keep, other] = await pair({ next_follow_up: '2026-03-10T09:00:00.000Z' }, {});
    const task = { lead_id: other, title: 'Call', due_at: '2026-03-08T09:30:00.000Z' };
    const { id: taskId } = await pipeline().create('/v1/tasks', task);
    const dealId = await win(other, 'unit_moved');
    const { body } = await merge(keep, other);
    expect(body).to.include({ stage: 'won', next_follow_up: '2026-03-08T09:30:00.000Z' });
    expect((await get(`/v1/deals/${dealId}`)).body.lead_id).to.equal(keep);
    const invoices = await get(`/v1/invoices?deal_id=${dealId}`);
    expect(invoices.body.map(({ lead_id }: { lead_id: string }) => lead_id)).to.deep.equal([keep]);
    expect((await get(`/v1/tasks/${taskId}`)).body.lead_id).to.equal(keep);
    expect((await get(`/v1/tasks?lead_id=${other}`)).body).to.deep.equal([]);
    const names = await pipeline().eventNames(keep);
    expect(names.filter((name) => name === 'lead.won')).to.have.length(1);
    const reopened = await post(`${keep}/stage`, { stage: 'viewing' });
    expect(reopened.status).to.equal(200);
    expect((await get(`/v1/deals/${dealId}`)).body.status).to.equal('cancelled');
    expect(inventory.dealOf('unit_moved')).to.equal(null);
  });

  it("keeps the survivor's follow-up, or takes over the other lead's", async () => {
    const [early, late] = ['2026-03-01T09:00:00.000Z', '2026-03-10T09:00:00.000Z'];
    const [keep, other] = await pair({ next_follow_up: late }, { next_follow_up: early });
    expect((await merge(keep, other)).body.next_follow_up).to.equal(late);
    const { body: open } = await get(`/v1/tasks?lead_id=${keep}&status=open`);
    expect(open.map(({ due_at }: { due_at: string }) => due_at)).to.deep.equal([late]);
    const cleared = await pipeline().request('PUT', `/v1/leads/${keep}`, { body: { next_follow_up: null } });
    expect(cleared.body.next_follow_up).to.equal(null);
    const [without, second] = await pair({}, { next_follow_up: early });
    expect((await merge(without, second)).body.next_follow_up).to.equal(early);
  });

  it("takes over the other lead's budget if the survivor's is empty", async () => {
    const budget = { min: 1, max: 2, currency: 'EUR' };
    const [keep, other] = await pair({ budget: { min: null, max: null, currency: null } }, { budget });
    expect((await merge(keep, other)).body.budget).to.deep.equal(budget);
  });

  it('answers 409 both_won if both leads have an active deal', async () => {
    const [keep, other] = await pair();
    const [deal_id, other_deal_id] = [await win(keep, 'unit_first'), await win(other, 'unit_second')];
    const { status, body } = await merge(keep, other);
    expect([status, body.reason, body.data]).to.deep.equal([409, 'both_won', { deal_id, other_deal_id }]);
    expect((await get(`/v1/leads/${other}`)).status).to.equal(200);
  });

  it("erases the merged lead's data together with the survivor", async () => {
    const [keep, other] = await pair();
    await post(`${other}/notes`, { content: 'Secret.' });
    await merge(keep, other);
    expect((await pipeline().request('DELETE', `/v1/leads/${keep}`)).status).to.equal(204);
    const { status, body } = await get(`/v1/leads/${other}`);
    expect([status, body.reason]).to.deep.equal([404, undefined]);
    expect(await pipeline().journal(other)).to.deep.equal([]);
    const erased = (await pipeline().events(keep)).find(({ event }) => event === 'erasure.lead');
    expect(erased.data).to.deep.include({ lead_id: keep, merged_ids: [other] });
  });

  it('accepts values in a PUT that a merge made longer than the usual maximum', async () => {
    const notes = 'x'.repeat(9_000);
    const tags = (kind: string) => Array.from({ length: 40 }, (_, place) => `${kind}${place}`);
    const [keep, other] = await pair({ notes, tags: tags('a') }, { notes, tags: tags('b') });
    const { body } = await merge(keep, other);
    expect([body.notes.length, body.tags.length]).to.deep.equal([18_002, 80]);
    const put = (fields: object) => pipeline().request('PUT', `/v1/leads/${keep}`, { body: fields });
    expect((await put(body)).status).to.equal(200);
    const longer = await put({ notes: `${body.notes}!`, tags: [...body.tags, 'c'] });
    expect(longer.body.details).to.deep.equal([
      { field: 'notes', message: 'must have at most 18002 characters' },
      { field: 'tags', message: 'must have at most 80 entries' },
    ]);
  });
});
