import type { InboundEvent } from '@plotline/kit/broker/message';
import { readPublicEvents } from '@plotline/webhook/contract';
import { expect } from 'chai';
import { LogReader } from '../support/log-reader.js';
import { Subscriber } from '../support/subscriber.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

const publicEvents = [...readPublicEvents().keys()];

describe('GET /v1/events', () => {
  const fixture = useWebhookFixture();
  const reader = (as = {}) => new LogReader(fixture.service, { workspaceId: fixture.subscriber.workspaceId, ...as });

  async function publishAll(names: readonly string[], data: object = { id: 'lead_1' }): Promise<string[]> {
    const ids: string[] = [];
    for (const name of names) ids.push((await fixture.subscriber.publish(name, { data })).id);
    return ids;
  }

  it('lists every public event of a workspace without webhooks, oldest first, as a webhook would receive them', async () => {
    const { subscriber } = fixture;
    const published: InboundEvent[] = [];
    for (const name of publicEvents) published.push(await subscriber.publish(name));
    await subscriber.publish('lead.unheard_of');
    const { entries, meta } = await reader().read({ per_page: '100' });
    expect(entries).to.deep.equal(published.map(({ payload }) => JSON.parse(payload)));
    expect(meta).to.include({ per_page: 100, has_more: false, has_gap: false });
  });

  it('continues after the last cursor, even after an empty page', async () => {
    const log = reader();
    const empty = await log.read();
    expect(empty).to.deep.include({ ids: [] });
    const ids = await publishAll(['lead.created', 'lead.updated', 'lead.won']);
    const first = await log.read({ after: empty.meta.next_cursor, per_page: '2' });
    expect([first.ids, first.meta.has_more]).to.deep.equal([ids.slice(0, 2), true]);
    const second = await log.read({ after: first.meta.next_cursor, per_page: '2' });
    expect([second.ids, second.meta.has_more]).to.deep.equal([ids.slice(2), false]);
    const third = await log.read({ after: second.meta.next_cursor });
    expect([third.ids, third.meta.next_cursor]).to.deep.equal([[], second.meta.next_cursor]);
    const [later] = await publishAll(['lead.lost']);
    expect((await log.read({ after: third.meta.next_cursor })).ids).to.deep.equal([later]);
  });

  it('reports unknown parameters in its meta, like lists', async () => {
    const { meta } = await reader().read({ type: 'lead.created' });
    expect(meta.ignored_parameters).to.deep.equal(['type']);
  });

  it('starts at the end for `latest`', async () => {
    const log = reader();
    await publishAll(['lead.created']);
    const { ids, meta } = await log.read({ after: 'latest' });
    expect([ids, meta.has_more]).to.deep.equal([[], false]);
    expect((await log.read({ after: meta.next_cursor })).ids).to.deep.equal([]);
    expect((await log.read({ after: meta.next_cursor })).ids).to.deep.equal(await publishAll([]));
    const later = await publishAll(['lead.updated']);
    expect((await log.read({ after: meta.next_cursor })).ids).to.deep.equal(later);
  });

  it('finds a merge by the id of either lead, in order with their other events', async () => {
    const log = reader();
    const [first] = await publishAll(['lead.created'], { id: 'lead_2' });
    const [merged] = await publishAll(['lead.merged'], { id: 'lead_1', merged_id: 'lead_2', lead: { id: 'lead_1' } });
    const [late] = await publishAll(['lead.updated'], { id: 'lead_2' });
    expect((await log.read({ resource_id: 'lead_2' })).ids).to.deep.equal([first, merged, late]);
    expect((await log.read({ resource_id: 'lead_1' })).ids).to.deep.equal([merged]);
    const page = await log.read({ resource_id: 'lead_2', per_page: '2' });
    expect([page.ids, page.meta.has_more]).to.deep.equal([[first, merged], true]);
    expect((await log.read({ resource_id: 'lead_2', after: page.meta.next_cursor })).ids).to.deep.equal([late]);
  });

  it('filters by types and by record, and accepts a cursor with any filter', async () => {
    const log = reader();
    const [created] = await publishAll(['lead.created'], { id: 'lead_1' });
    const [sold] = await publishAll(['unit.sold'], { id: 'unit_1' });
    const [won] = await publishAll(['lead.won'], { id: 'lead_2' });
    expect((await log.read({ types: 'lead.won,unit.sold' })).ids).to.deep.equal([sold, won]);
    expect((await log.read({ resource_id: 'unit_1' })).ids).to.deep.equal([sold]);
    expect((await log.read({ resource_id: 'lead_1', types: 'lead.won' })).ids).to.deep.equal([]);
    const { meta } = await log.read({ resource_id: 'lead_1', per_page: '1' });
    expect((await log.read({ after: meta.next_cursor })).ids).to.deep.equal([sold, won]);
    expect((await log.read({ resource_id: 'nobody' })).meta.has_more).to.equal(false);
    expect(created).to.be.a('string');
  });

  it('shows a credential only records that it may read', async () => {
    await publishAll(publicEvents);
    const groups: readonly [scope: string, groups: readonly string[]][] = [
      ['read:leads', ['lead', 'task', 'hold', 'deal', 'commission', 'instalment', 'invoice', 'payment', 'document']],
      ['read:properties', ['property', 'milestone', 'unit']],
      ['read:agents', ['agent']],
      ['admin', [...new Set(publicEvents.map((name) => name.split('.')[0] ?? ''))]],
    ];
    for (const [scope, expected] of groups) {
      const { entries } = await reader({ scopes: [scope] }).read({ per_page: '100' });
      expect(new Set(entries.map(({ event }) => event.split('.')[0])), scope).to.deep.equal(new Set(expected));
    }
  });

  it('is refused without any of the scopes, and for types that the scopes do not cover', async () => {
    const none = await reader({ scopes: ['webhooks', 'write:leads', 'read:analytics'] }).ask();
    expect([none.status, none.body.reason, none.body.data]).to.deep.equal([
      403,
      'missing_scope',
      { scopes: ['read:leads', 'read:properties', 'read:agents'] },
    ]);
    const other = await reader({ scopes: ['read:leads'] }).ask({ types: 'lead.created,unit.sold,property.created' });
    expect([other.status, other.body.reason, other.body.data]).to.deep.equal([
      403,
      'missing_scope',
      { scopes: ['read:properties'] },
    ]);
  });

  it('is refused for agents and viewers, who may not see every unit', async () => {
    for (const role of ['agent', 'viewer']) {
      const actor = { type: 'user', id: 'person_1', name: 'Ada', role } as const;
      const { status, body } = await reader({ actor }).ask();
      expect([status, body.reason]).to.deep.equal([403, 'role_not_allowed']);
    }
    const owner = { type: 'user', id: 'person_1', name: 'Ada', role: 'owner' } as const;
    expect((await reader({ actor: owner }).ask()).status).to.equal(200);
  });

  it('answers 422 to a cursor that is invalid, ahead of the log, or from another workspace or mode', async () => {
    const { service, subscriber } = fixture;
    await publishAll(['lead.created']);
    const own = (await reader().read()).meta.next_cursor;
    const stranger = new Subscriber(service);
    await stranger.publish('lead.created');
    const foreign = (await new LogReader(service, { workspaceId: stranger.workspaceId }).read()).meta.next_cursor;
    const sandbox = (await reader({ mode: 'sandbox' }).read()).meta.next_cursor;
    const plain = Buffer.from(own, 'base64url').toString();
    const ahead = Buffer.from(plain.replace(/\d+$/, '2')).toString('base64url');
    const odd = Buffer.from(plain.replace(/\d+$/, '1.5')).toString('base64url');
    for (const after of [foreign, sandbox, ahead, odd, 'nonsense', '-1', 'Latest']) {
      const { status, body } = await reader().ask({ after });
      expect([status, body.details?.[0]?.field], after).to.deep.equal([422, 'after']);
    }
    expect((await reader().ask({ after: own })).status).to.equal(200);
    expect(subscriber.workspaceId).to.not.equal(stranger.workspaceId);
  });

  it('answers 422 to an unknown type and to a page size of 0', async () => {
    for (const [field, value] of [
      ['types', 'lead.created,lead.unheard_of'],
      ['types', '*'],
      ['types', 'webhook.test'],
      ['per_page', '0'],
    ] as const) {
      const { status, body } = await reader().ask({ [field]: value });
      expect([status, body.details?.[0]?.field], value).to.deep.equal([422, field]);
    }
  });

  it('omits test events', async () => {
    const { subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(receiver.url);
    await subscriber.call('POST', `/${id}/test`, {});
    expect((await reader().read()).ids).to.deep.equal([]);
  });

  it("keeps an erased lead's events in place, with only the lead's id", async () => {
    const { subscriber } = fixture;
    const data = { id: 'lead_1', name: 'Zoë Unforgettable' };
    const ids = await publishAll(['lead.created', 'lead.updated'], data);
    await subscriber.publish('erasure.lead', { data: { lead_id: 'lead_1' } });
    ids.push(...(await publishAll(['lead.won'], data)));
    const note = { lead_id: 'lead_1', entry: { id: 'act_1', content: 'Zoë called.' } };
    const [noteId] = await publishAll(['lead.note_added'], note);
    const { entries, ids: read } = await reader().read({ resource_id: 'lead_1' });
    expect(read).to.deep.equal([...ids, noteId]);
    expect(entries.pop()).to.have.property('data').that.deep.equals({ lead_id: 'lead_1' });
    for (const entry of entries) expect(entry).to.have.property('data').that.deep.equals({ id: 'lead_1' });
  });

  it('has a different ETag if a page without events continues elsewhere', async () => {
    const log = reader({ scopes: ['read:agents'] });
    const { meta } = await log.read();
    const before = (await log.ask({ after: meta.next_cursor })).headers.get('etag');
    await publishAll(['lead.created']);
    expect((await log.ask({ after: meta.next_cursor })).headers.get('etag')).to.not.equal(before);
  });
});
