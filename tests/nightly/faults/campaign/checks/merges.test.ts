import { expect } from 'chai';
import { tenant } from '../made-up/operations.js';
import { madeUpEvent, madeUpLead, madeUpSnapshot } from '../made-up/snapshot.js';
import { checkMerges } from './merges.js';

describe('the campaign check of merges', () => {
  const merges = [{ tenant, keep: 'lead_1', merged: 'lead_2' }];
  const survivor = madeUpLead({ notes: 'of one\n\nof other' });
  const event = madeUpEvent('lead.merged', { id: 'lead_1', merged_id: 'lead_2' });
  const messages = (leads: readonly ReturnType<typeof madeUpLead>[], events = [event]) =>
    checkMerges(merges, madeUpSnapshot({ leads, events })).map(({ message }) => message);

  it('accepts one lead with the notes of both, and one event that came twice', () => {
    expect(messages([survivor], [event, event])).to.deep.equal([]);
  });

  it('reports a merged lead that still exists, a missing lead, a lost note, and a second event', () => {
    expect(messages([survivor, madeUpLead({ id: 'lead_2' })]).join()).to.include('lead_2 is there');
    expect(messages([]).join()).to.include('lead_1 is not there');
    expect(messages([madeUpLead({ notes: 'of one' })]).join()).to.include('not joined');
    const second = madeUpEvent('lead.merged', { id: 'lead_1', merged_id: 'lead_2' });
    expect(messages([survivor], [event, second]).join()).to.include('2 events');
  });
});
