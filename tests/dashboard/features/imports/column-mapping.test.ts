import {
  chooseMapping,
  findMappingFault,
  toMappingParameter,
} from '@plotline/dashboard/features/imports/column-mapping';
import { expect } from 'chai';

describe('a column mapping', () => {
  it("is the server's guess for new columns, and the previous mapping for the same columns", () => {
    const guess = { Name: 'name' };
    expect(chooseMapping(['Name', 'Note'], guess, undefined)).to.deep.equal({ Name: 'name', Note: '' });
    expect(chooseMapping(['Name', 'Note'], guess, { Note: 'notes' })).to.deep.equal({ Name: '', Note: 'notes' });
    expect(chooseMapping(['Name'], guess, { Other: 'notes' })).to.deep.equal({ Name: 'name' });
  });

  it('is sent without the ignored columns', () => {
    expect(toMappingParameter({ Name: 'name', Note: '' })).to.equal('{"Name":"name"}');
  });

  it('reports its errors before the file is sent', () => {
    expect(findMappingFault({ Name: '' }, [])).to.match(/at least one column/);
    expect(findMappingFault({ First: 'name', Last: 'name' }, ['name'])).to.equal(undefined);
    expect(findMappingFault({ A: 'email' }, ['name'])).to.match(/Match a column to Name\. Every new record needs it/);
    expect(findMappingFault({ A: 'email', B: 'name' }, ['name'])).to.equal(undefined);
  });
});
