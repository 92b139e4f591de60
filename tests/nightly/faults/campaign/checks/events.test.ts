import { expect } from 'chai';
import { madeUpEvent, madeUpLead, madeUpSale, madeUpSnapshot } from '../made-up/snapshot.js';
import type { SeenEvent } from '../snapshot/seen-event.js';
import type { Snapshot } from '../snapshot/snapshot.js';
import { checkEvents } from './events.js';

describe('the campaign check of events', () => {
  const messages = (parts: Partial<Snapshot>) => checkEvents(madeUpSnapshot(parts)).map(({ message }) => message);
  const at = (number: number) => ({ updated_at: `2026-01-01T10:00:0${number}.000Z` });
  const first = madeUpLead({ ...at(0), notes: 'a' });
  const second = { ...first, ...at(1), notes: 'b' };
  const third = { ...second, ...at(2), stage: 'lost' };
  const created = madeUpEvent('lead.created', first);
  const updated = madeUpEvent('lead.updated', second, { notes: 'a' });
  const lost = ['lead.updated', 'lead.stage_changed', 'lead.lost'].map((name) =>
    madeUpEvent(name, third, { stage: 'new' }),
  );
  const all: readonly SeenEvent[] = [created, updated, ...lost];

  it('accepts a chain of events to the current state, in any order and with repeated deliveries', () => {
    expect(messages({ leads: [third], events: all })).to.deep.equal([]);
    expect(messages({ leads: [third], events: [...all, ...all].reverse() })).to.deep.equal([]);
  });

  it('accepts a null field that the previous release does not know', () => {
    const [later, latest] = [second, third].map((lead) => ({ ...lead, nickname: null }));
    const told = [updated, ...lost].map((event) => ({
      ...event,
      data: event === updated ? { ...later } : { ...latest },
    }));
    expect(messages({ leads: [{ ...third, nickname: null }], events: [created, ...told] })).to.deep.equal([]);
  });

  const deleted = madeUpEvent('lead.deleted', { id: first.id, deleted_at: '2026-01-01T10:00:03.000Z' });

  it('accepts the events of a record that has since been deleted', () => {
    expect(messages({ events: [...all, deleted] })).to.deep.equal([]);
  });

  it('accepts a lead that was erased before its events were published', () => {
    expect(messages({ events: [deleted] })).to.deep.equal([]);
    expect(messages({ events: [created, { ...created, id: 'evt_second' }, deleted] })).to.have.length(1);
  });

  it('reports a deletion with no event or two, and a deletion event of an existing record', () => {
    expect(messages({ events: all }).join()).to.include('lead.deleted');
    expect(messages({ events: [...all, deleted, { ...deleted, id: 'evt_second' }] }).join()).to.include('lead.deleted');
    expect(messages({ leads: [third], events: [...all, deleted] }).join()).to.include('lead.deleted');
  });

  it('accepts events with only the id of an erased lead, and reports such events of an existing lead', () => {
    const reduced = all.map((event) =>
      event === created ? event : { ...event, data: { id: first.id }, previous: null },
    );
    expect(messages({ events: [...reduced, deleted] })).to.deep.equal([]);
    expect(messages({ leads: [third], events: reduced })).to.not.deep.equal([]);
  });

  for (const missing of all) {
    it(`reports that ${missing.event} ${missing.id} is missing`, () => {
      expect(messages({ leads: [third], events: all.filter((event) => event !== missing) })).to.not.deep.equal([]);
    });

    it(`reports that ${missing.event} ${missing.id} was sent under two ids`, () => {
      expect(messages({ leads: [third], events: [...all, { ...missing, id: 'evt_second' }] })).to.not.deep.equal([]);
    });
  }

  it('reports a change without an event', () => {
    expect(messages({ leads: [{ ...third, notes: 'c' }], events: all }).join()).to.include('no event for notes');
  });

  it('reports an event id with two different bodies', () => {
    expect(messages({ leads: [third], events: [...all, { ...updated, body: '{}' }] }).join()).to.include('two bodies');
  });

  it('accepts a resent event without the data of a lead that has since been erased', () => {
    const reduced = { ...created, data: { id: first.id }, previous: null, body: '{}' };
    expect(messages({ events: [...all, deleted, reduced] })).to.deep.equal([]);
    expect(messages({ events: [reduced, ...all, deleted] })).to.deep.equal([]);
  });

  it('reports an assignment without its event', () => {
    const given = { ...first, assigned_agent: 'agent_1' };
    const events = [madeUpEvent('lead.created', given)];
    expect(messages({ leads: [given], events }).join()).to.include('lead.assigned');
  });

  it('reports a sold unit and a moved property without their own events', () => {
    const unit = { id: 'unit_1', status: 'available' };
    const sold = { ...unit, status: 'sold' };
    const ofUnit = [madeUpEvent('unit.created', unit), madeUpEvent('unit.updated', sold, { status: 'available' })];
    expect(messages({ units: [sold], events: ofUnit }).join()).to.include('unit.sold');
    const property = { id: 'prop_1', status: 'planning', units_count: 0 };
    const moved = { ...property, status: 'completed', units_count: 4 };
    const ofProperty = [
      madeUpEvent('property.created', property),
      madeUpEvent('property.updated', moved, { status: 'planning' }),
    ];
    expect(messages({ properties: [moved], events: ofProperty }).join()).to.include('property.status_changed');
  });

  it('reports a deal, invoice, commission or agent with two events or none, and a missing record', () => {
    const { deal, invoice, commission } = madeUpSale(1);
    const told = [
      madeUpEvent('deal.created', deal),
      madeUpEvent('deal.closed', deal),
      madeUpEvent('invoice.created', invoice),
      madeUpEvent('commission.calculated', commission),
    ];
    const records = { deals: [deal], invoices: [invoice], commissions: [commission] };
    expect(messages({ ...records, events: told })).to.deep.equal([]);
    for (const event of told) {
      expect(messages({ ...records, events: told.filter((other) => other !== event) })).to.have.length(1);
      expect(messages({ ...records, events: [...told, { ...event, id: 'evt_second' }] })).to.have.length(1);
    }
    expect(messages({ events: told })).to.have.length(4);
    const cancelled = { deals: [{ ...deal, status: 'cancelled' }], invoices: [{ ...invoice, status: 'void' }] };
    const ended = [madeUpEvent('deal.cancelled', deal), madeUpEvent('invoice.voided', invoice)];
    expect(messages({ ...records, ...cancelled, events: told })).to.have.length(2);
    expect(messages({ ...records, ...cancelled, events: [...told, ...ended] })).to.deep.equal([]);
    expect(messages({ ...records, invoices: [{ ...invoice, status: 'paid' }], events: told })).to.have.length(1);
    const agent = { id: 'agent_1', status: 'inactive' };
    expect(messages({ agents: [agent], events: [madeUpEvent('agent.created', agent)] })).to.have.length(1);
  });
});
