import { ApiProblem } from '@plotline/dashboard/api/problem';
import { editTags } from '@plotline/dashboard/features/lead-table/edit-tags';
import { describeRefusal, RefusedChange } from '@plotline/dashboard/features/lead-table/refusal';
import { expect } from 'chai';

describe('a bulk change of leads', () => {
  it('explains in words why a lead was not changed', () => {
    const gone = new ApiProblem({ status: 404, code: 'NOT_FOUND', message: 'Not found.' });
    const deal = new ApiProblem({ status: 409, code: 'CONFLICT', message: 'The lead has a deal.' });
    expect(describeRefusal(gone)).to.equal('This lead was deleted by someone else.');
    expect(describeRefusal(deal)).to.equal('The lead has a deal.');
    expect(describeRefusal(new RefusedChange('It is won.'))).to.equal('It is won.');
    expect(describeRefusal(new TypeError('x'))).to.match(/^Can't reach the server/);
  });

  it('adds and removes tags without touching the others', () => {
    expect(editTags(['vip', 'cash'], ['hot', 'vip'], ['cash', 'cold'])).to.deep.equal(['vip', 'hot']);
  });
});
