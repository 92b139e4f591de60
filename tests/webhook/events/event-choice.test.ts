import { expandChoices, findChoices, listChoices } from '@plotline/webhook/events/model/event-choice';
import { expect } from 'chai';

const publicEvents = ['lead.created', 'lead.won', 'unit.sold'];

describe('the events of a subscription', () => {
  it('include an event that is chosen by its name, by its group or by *', () => {
    expect(listChoices('lead.won')).to.deep.equal(['lead.won', 'lead.*', '*']);
    expect(findChoices(['unit.*', 'lead.*', '*'], 'lead.won')).to.deep.equal(['lead.*', '*']);
    expect(findChoices(['lead.created', 'leads.*'], 'lead.won')).to.deep.equal([]);
  });

  it('include future events of a group', () => {
    expect(findChoices(['lead.*'], 'lead.imagined')).to.deep.equal(['lead.*']);
  });

  it('include the events of a group and single events without duplicates', () => {
    expect(expandChoices(['lead.won', 'lead.*'], publicEvents)).to.deep.equal(['lead.won', 'lead.created']);
    expect(expandChoices(['unit.*'], publicEvents)).to.deep.equal(['unit.sold']);
    expect(expandChoices(['unit.sold'], publicEvents)).to.deep.equal(['unit.sold']);
    expect(expandChoices(['lead.*', '*'], publicEvents)).to.deep.equal(publicEvents);
  });
});
