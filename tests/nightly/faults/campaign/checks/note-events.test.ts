import { expect } from 'chai';
import { madeUpEvent, madeUpLead, madeUpSnapshot } from '../made-up/snapshot.js';
import type { SeenEvent } from '../snapshot/seen-event.js';
import type { SeenRecord } from '../snapshot/snapshot.js';
import { checkEvents } from './events.js';
import { checkNoteEvents } from './note-events.js';

describe('the campaign check of note events', () => {
  const lead = madeUpLead();
  const entry = { id: 'act_1', type: 'note', content: 'Rang.' };
  const created = madeUpEvent('lead.created', lead);
  const tell = (note: SeenRecord): SeenEvent => {
    const event = madeUpEvent('lead.note_added', note);
    return { ...event, data: { lead_id: lead.id, entry: note } };
  };
  const told = tell(entry);
  const timelines = new Map([[lead.id, [{ id: 'act_0', type: 'created' }, entry]]]);
  const snapshot = (events: readonly SeenEvent[]) => madeUpSnapshot({ leads: [lead], timelines, events });

  it('accepts a note with one event, even if the event is delivered twice', () => {
    expect(checkNoteEvents(snapshot([created, told, told]))).to.deep.equal([]);
    expect(checkEvents(snapshot([created, told, told]))).to.deep.equal([]);
  });

  it('reports a note with no event, a different event, or two events', () => {
    expect(checkNoteEvents(snapshot([created]))).to.have.length(1);
    expect(checkNoteEvents(snapshot([created, tell({ ...entry, content: 'Wrote.' })]))).to.have.length(1);
    expect(checkNoteEvents(snapshot([created, told, tell(entry)]))).to.have.length(1);
  });
});
