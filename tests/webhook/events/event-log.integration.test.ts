import { randomInt } from 'node:crypto';
import type { InboundEvent } from '@plotline/kit/broker/message';
import { recordDeliveries } from '@plotline/webhook/deliveries/work/record-deliveries';
import { toStoredPayload } from '@plotline/webhook/events/model/recorded-event';
import { expect } from 'chai';
import { LogReader } from '../support/log-reader.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('the event log', () => {
  const fixture = useWebhookFixture();
  const reader = (as = {}) => new LogReader(fixture.service, { workspaceId: fixture.subscriber.workspaceId, ...as });

  function prepare(count: number, name = 'lead.updated'): InboundEvent[] {
    return Array.from({ length: count }, () => fixture.subscriber.prepare(name));
  }

  /** Event ids on each page, to the end of the log. */
  async function readPages(query: Readonly<Record<string, string>> = {}): Promise<(readonly string[])[]> {
    const pages: (readonly string[])[] = [];
    for (let after = {}; ; ) {
      const { ids, meta } = await reader().read({ ...query, ...after });
      pages.push(ids);
      if (!meta.has_more) return pages;
      after = { after: meta.next_cursor };
    }
  }

  async function readSequences(): Promise<unknown[]> {
    const { live } = fixture.service.context.runtime.databases;
    const filter = { workspace_id: fixture.subscriber.workspaceId };
    const stored = await live.collection('events').find(filter).sort({ sequence: 1 }).toArray();
    return stored.map(({ sequence }) => sequence);
  }

  it('shows each event once to a reader while many processes record events and events are redelivered', async () => {
    const { context } = fixture.service;
    // Each recorder has its own batches, like a process.
    const recorders = Array.from({ length: 4 }, () => recordDeliveries(context)[0]);
    const events = prepare(240);
    const log = reader();
    let isDone = false;
    const record = async () => {
      await Promise.all(
        recorders.map(async ({ handle }, place) => {
          const own = events.filter((_event, index) => index % 3 !== 0 || index % 4 === place || index % 5 === place);
          while (own.length > 0) await Promise.all(own.splice(0, randomInt(1, 30)).map(handle));
        }),
      );
      isDone = true;
    };
    const read: string[] = [];
    const poll = async () => {
      let after: string | undefined;
      for (;;) {
        const wasDone = isDone;
        const page = await log.read({ per_page: '7', ...(after !== undefined && { after }) });
        expect(page.meta.has_gap).to.equal(false);
        read.push(...page.ids);
        after = page.meta.next_cursor;
        if (wasDone && !page.meta.has_more) return;
      }
    };
    await Promise.all([record(), poll()]);
    expect(read).to.have.length(new Set(read).size);
    expect([...read].sort()).to.deep.equal(events.map(({ id }) => id).sort());
    expect(await readSequences()).to.deep.equal(events.map((_event, index) => index + 1));
    expect(await log.readAll({ per_page: '100' }), 'in the same order later').to.deep.equal(read);
  });

  it('gives a redelivered event no second position, alone or together with new events', async () => {
    const { subscriber, service } = fixture;
    const [known, twin, fresh] = prepare(3);
    if (!known || !twin || !fresh) throw new Error('Three events were prepared.');
    await subscriber.consume(known);
    await subscriber.consume(known);
    const [{ handle }] = recordDeliveries(service.context);
    // The first event occupies the batcher, so that the other events share a batch.
    await Promise.all([known, twin, known, fresh, twin].map(handle));
    expect(new Set(await reader().readAll())).to.deep.equal(new Set([known.id, twin.id, fresh.id]));
    expect(await readSequences()).to.deep.equal([1, 2, 3]);
  });

  it('uses no sequence number for events whose recording is aborted', async () => {
    const { subscriber, service } = fixture;
    const { eventLog } = service.context;
    const tenant = { workspaceId: subscriber.workspaceId, mode: 'live' } as const;
    const [event] = prepare(1);
    if (!event) throw new Error('An event was prepared.');
    const stored = toStoredPayload(event.payload);
    const record = { id: event.id, version: 1, event: event.name, ...stored, created_at: new Date() };
    const tooLarge = { ...record, payload: 'x'.repeat(17 * 1024 ** 2) };
    await eventLog.append(tenant, [tooLarge]).then(
      () => expect.fail('A record that is larger than the database takes was stored.'),
      () => undefined,
    );
    await eventLog.append(tenant, [record]);
    expect(await readSequences()).to.deep.equal([1]);
  });

  it('skips any number of events that the filter does not match, 1,000 per page', async () => {
    const { subscriber, service } = fixture;
    const tenant = { workspaceId: subscriber.workspaceId, mode: 'live' } as const;
    const toRecord = ({ id, name, payload }: InboundEvent) => {
      const stored = toStoredPayload(payload);
      return { id, version: 1, event: name, ...stored, created_at: new Date(), resource_id: 'lead_1' };
    };
    const others = prepare(2_100).map(toRecord);
    await service.context.eventLog.append(tenant, others);
    const [wanted] = prepare(1, 'agent.created');
    if (!wanted) throw new Error('An event was prepared.');
    await service.context.eventLog.append(tenant, [toRecord(wanted)]);
    for (const query of [{ types: 'agent.created' }, { types: 'agent.created', resource_id: 'lead_1' }]) {
      const pages = await readPages(query);
      expect(pages, JSON.stringify(query)).to.deep.equal([[], [], [wanted.id]]);
    }
    const last = others.at(-1)?.id;
    expect((await reader().readAll({ per_page: '100' })).at(-2)).to.equal(last);
  });

  it('ends a page before its payloads exceed 4 MiB, and continues on the next page, with any filter', async () => {
    const { subscriber } = fixture;
    const data = { id: 'prop_1', description: 'é'.repeat(400_000) };
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push((await subscriber.publish('property.updated', { data })).id);
    for (const filter of [{}, { types: 'property.updated' }, { resource_id: 'prop_1' }]) {
      expect(await readPages({ ...filter, per_page: '100' })).to.deep.equal([ids.slice(0, 5), ids.slice(5)]);
    }
  });

  it('puts an event that is larger than a page on its own page', async () => {
    const { subscriber, service } = fixture;
    const tenant = { workspaceId: subscriber.workspaceId, mode: 'live' } as const;
    const [large] = prepare(1);
    if (!large) throw new Error('An event was prepared.');
    const { id, name: event } = large;
    const stored = toStoredPayload(large.payload + ' '.repeat(5 * 1024 ** 2));
    await service.context.eventLog.append(tenant, [{ id, event, version: 1, created_at: new Date(), ...stored }]);
    const next = await subscriber.publish('lead.updated');
    expect(await readPages()).to.deep.equal([[id], [next.id]]);
  });

  it('reports that events after the cursor were removed, and continues with the oldest remaining event', async () => {
    const { subscriber, service } = fixture;
    const log = reader();
    const start = (await log.read()).meta.next_cursor;
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await subscriber.publish('lead.updated')).id);
    const { meta } = await log.read({ per_page: '2' });
    const { live } = service.context.runtime.databases;
    const remove = (some: readonly string[]) =>
      live.collection<{ _id: string }>('events').deleteMany({ _id: { $in: [...some] } });
    await remove(ids.slice(0, 2));
    expect(await log.read({ after: start })).to.deep.include({ ids: ids.slice(2) });
    expect((await log.read({ after: start })).meta).to.include({ has_gap: true, has_more: false });
    expect((await log.read({ after: meta.next_cursor })).meta, 'all that followed is there').to.include({
      has_gap: false,
    });
    expect((await log.read()).ids).to.deep.equal(ids.slice(2));
    expect((await log.read()).meta).to.include({ has_gap: false });
    await remove(ids);
    const end = (await log.read({ after: start })).meta;
    expect(end).to.include({ has_gap: true, has_more: false });
    expect((await log.read({ after: end.next_cursor })).meta).to.include({ has_gap: false });
    const next = await subscriber.publish('lead.updated');
    expect((await log.read({ after: end.next_cursor })).ids, 'numbers are not given out again').to.deep.equal([
      next.id,
    ]);
  });
});
