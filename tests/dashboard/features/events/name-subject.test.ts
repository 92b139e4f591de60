import { nameSubject } from '@plotline/dashboard/features/events/name-subject';
import { expect } from 'chai';

describe('the subject of an event', () => {
  it('is the name, title or number in its data', () => {
    expect(nameSubject({ data: { id: 'lead_1', name: 'Ada Lopez' } })).to.equal('Ada Lopez');
    expect(nameSubject({ data: { title: 'Call about the budget' } })).to.equal('Call about the budget');
    expect(nameSubject({ data: { name: '', number: 'INV-000001' } })).to.equal('INV-000001');
  });

  it('is empty if the data has no such text', () => {
    for (const data of [undefined, null, 'text', { name: 7 }]) expect(nameSubject({ data })).to.equal('');
  });
});
