import { chooseMapping, findMappingFault, toMappingParameter } from '@plotline/dashboard/pages/transfers/mapping';
import { expect } from 'chai';

describe('the mapping of a file that is imported', () => {
  it('is the guess for a file with other columns, and that of the earlier import for one with the same', () => {
    const guess = { Name: 'name' };
    expect(chooseMapping(['Name', 'Note'], guess, undefined)).to.deep.equal({ Name: 'name', Note: '' });
    expect(chooseMapping(['Name', 'Note'], guess, { Note: 'notes' })).to.deep.equal({ Name: '', Note: 'notes' });
    expect(chooseMapping(['Name'], guess, { Other: 'notes' })).to.deep.equal({ Name: 'name' });
  });

  it('is sent without the columns that are left out', () => {
    expect(toMappingParameter({ Name: 'name', Note: '' })).to.equal('{"Name":"name"}');
  });

  it('names what is wrong before the file is sent', () => {
    expect(findMappingFault({ Name: '' }, [])).to.match(/at least one column/);
    expect(findMappingFault({ A: 'name', B: 'name' }, [])).to.match(/Two columns are matched to name/);
    expect(findMappingFault({ A: 'email' }, ['name'])).to.match(/Match a column to name/);
    expect(findMappingFault({ A: 'email', B: 'name' }, ['name'])).to.equal(undefined);
  });
});
