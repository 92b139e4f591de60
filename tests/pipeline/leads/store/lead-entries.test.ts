import type { EntryInput } from '@plotline/kit/store/journal/entry';
import type { Lead } from '@plotline/pipeline/leads/model/lead';
import { toLeadJson } from '@plotline/pipeline/leads/model/lead-json';
import { describeChange, describeCreation, describeNote } from '@plotline/pipeline/leads/store/lead-entries';
import { expect } from 'chai';
import { sampleLead, startedAt } from '../../support/sample-lead.js';

const later = new Date('2026-03-08T09:30:00.000Z');

function change(before: Partial<Lead>, after: Partial<Lead>, remark = {}): EntryInput[] {
  const lead = sampleLead(before);
  return describeChange(lead, { ...lead, ...after }, toLeadJson, remark);
}

function typesOf(entries: readonly EntryInput[]): string[] {
  return entries.map((entry) => entry.type);
}

function eventsOf(entries: readonly EntryInput[]): string[] {
  return entries.flatMap((entry) => entry.events.map((event) => event.name));
}

describe('the timeline entries and events of a lead', () => {
  it('begin with lead.created, followed by lead.assigned if the lead starts with an agent', () => {
    expect(eventsOf(describeCreation(sampleLead(), toLeadJson))).to.deep.equal(['lead.created']);
    const assigned = describeCreation(sampleLead({ assigned_agent: 'agent_1' }), toLeadJson);
    expect(typesOf(assigned)).to.deep.equal(['created', 'assigned']);
    expect(eventsOf(assigned)).to.deep.equal(['lead.created', 'lead.assigned']);
  });

  it('are absent if no public field changes', () => {
    expect(change({}, {})).to.deep.equal([]);
    expect(change({}, { updated_at: later, first_contact_at: later, version: 7 })).to.deep.equal([]);
  });

  const cases: readonly (readonly [string, Partial<Lead>, readonly string[], readonly string[]])[] = [
    ['a field', { phone: '2' }, ['field_update'], ['lead.updated']],
    ['the stage', { stage: 'viewing' }, ['stage_change'], ['lead.updated', 'lead.stage_changed']],
    ['the agent', { assigned_agent: 'agent_1' }, ['assigned'], ['lead.updated', 'lead.assigned']],
    ['the stage to lost', { stage: 'lost' }, ['stage_change'], ['lead.updated', 'lead.stage_changed', 'lead.lost']],
    ['the stage to won', { stage: 'won' }, ['stage_change'], ['lead.updated', 'lead.stage_changed', 'lead.won']],
    [
      'all fields together',
      { phone: '2', stage: 'viewing', assigned_agent: 'agent_1' },
      ['field_update', 'assigned', 'stage_change'],
      ['lead.updated', 'lead.stage_changed', 'lead.assigned'],
    ],
  ];
  for (const [what, after, types, events] of cases) {
    it(`contain each event once for a change of ${what}`, () => {
      const entries = change({}, after);
      expect(typesOf(entries)).to.deep.equal(types);
      expect(eventsOf(entries)).to.deep.equal(events);
    });
  }

  it('contain the record as GET returns it and the previous values of changed fields', () => {
    const after = sampleLead({ phone: '2', stage: 'viewing', stage_entered_at: later, updated_at: later });
    const [entry] = describeChange(sampleLead({ phone: '1' }), after, toLeadJson);
    for (const event of entry?.events ?? []) {
      expect(event.data).to.deep.equal(toLeadJson(after));
      expect(event.previous).to.deep.equal({ phone: '1', stage: 'new', stage_entered_at: startedAt });
    }
  });

  it('contain the old and new value of each changed field', () => {
    const [fields, stage] = change({ phone: '1' }, { phone: '2', stage: 'viewing' });
    expect(fields?.changes).to.deep.equal({ phone: { from: '1', to: '2' } });
    expect(stage?.changes).to.deep.equal({ stage: { from: 'new', to: 'viewing' } });
  });

  it('show the time of a move as the time of the entry, not among the changes', () => {
    const entries = change({}, { stage: 'viewing', stage_entered_at: later });
    expect(entries.map(({ type, changes }) => ({ type, changes }))).to.deep.equal([
      { type: 'stage_change', changes: { stage: { from: 'new', to: 'viewing' } } },
    ]);
  });

  it('contain the reason and the notes of a move', () => {
    const [entry] = change({}, { stage: 'lost', loss_reason: 'other' }, { reason: 'other', notes: 'moved abroad' });
    expect(entry?.attributes).to.deep.equal({ reason: 'other', notes: 'moved abroad' });
  });

  it('include an entry without an event for a changed loss reason', () => {
    const entries = change({ stage: 'lost', loss_reason: 'other' }, { loss_reason: 'unresponsive' });
    expect(typesOf(entries)).to.deep.equal(['field_update']);
    expect(eventsOf(entries)).to.deep.equal([]);
  });

  it('include the notes of a changed loss reason', () => {
    const remark = { reason: 'unresponsive', notes: 'never rang back' };
    const [entry] = change({ stage: 'lost', loss_reason: 'other' }, { loss_reason: 'unresponsive' }, remark);
    expect(entry?.attributes).to.deep.equal(remark);
    expect(entry?.changes).to.deep.equal({ loss_reason: { from: 'other', to: 'unresponsive' } });
  });

  it('contain only public fields', () => {
    const text = JSON.stringify(toLeadJson(sampleLead({ deal_id: 'deal_1', loss_reason: 'other' })));
    expect(text).to.not.match(/deal_id|loss_reason|stage_history|assigned_at|listing_prices|version/);
  });

  it('include a note with its type, and lead.updated only for a contact', () => {
    const lead = sampleLead();
    const plain = describeNote(lead, lead, toLeadJson, { content: 'asked for plans', type: 'note' });
    expect(plain).to.deep.include({ type: 'note', description: 'asked for plans', attributes: { note_type: 'note' } });
    expect(plain.events).to.deep.equal([]);
    const called = describeNote(lead, { ...lead, last_contacted: startedAt }, toLeadJson, {
      content: 'x',
      type: 'call',
    });
    expect(called.events.map((event) => event.name)).to.deep.equal(['lead.updated']);
  });
});
