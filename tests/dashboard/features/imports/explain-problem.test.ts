import { ApiProblem } from '@plotline/dashboard/api/problem';
import {
  explainFault,
  explainImportProblem,
  toScreenWords,
} from '@plotline/dashboard/features/imports/explain-problem';
import { expect } from 'chai';

describe('messages about import errors', () => {
  it('use the labels of fields and values', () => {
    const fault = { field: 'budget.max', message: 'must be a number' };
    expect(explainFault(fault)).to.equal('Budget to must be a number');
    expect(explainFault({ field: 'tags[2]', message: 'is too long' })).to.equal('Tags is too long');
    expect(explainFault({ field: '', message: 'has 5 cells' })).to.equal('The row has 5 cells');
    const shared = { field: 'email', message: 'the lead lead_01m8r2h8vyky1tz0zc2r2n49gf has the same email' };
    expect(explainFault(shared)).to.equal('Another lead has the same email');
    const unknown = { field: 'source', message: 'must be one of: walk_in, api; value_map translates other values' };
    expect(explainFault(unknown)).to.equal('Source must be one of: Walk in, API');
  });

  it('mention choices on the screen instead of API options', () => {
    const messages = [
      'may be 1250 or 1.25: send number_format=1,234.56 or number_format=1.234,56',
      'may have the day or the month first: send date_order=dmy or date_order=mdy, or write 2027-06-30',
      'is not written like 1,234.56, which number_format requires',
      'is not a valid date in the order of date_order=dmy',
      'No value shows whether the day or the month comes first in "03/11/2026" in row 2: send date_order.',
      'date_order says so.',
    ];
    for (const message of messages) expect(toScreenWords(message)).not.to.match(/_|send/);
    expect(toScreenWords('Day first, because row 7 is "25/11/2026".')).to.include('because row 7');
  });

  it('explain each error in one sentence', () => {
    const details = [
      { field: 'file', message: 'has no row after the header' },
      { field: 'defaults.budget.currency', message: 'must be a currency' },
      { field: 'mapping.E-mail', message: 'names an unknown field' },
    ];
    const problem = new ApiProblem({ status: 422, code: 'VALIDATION_ERROR', message: 'Invalid.', details });
    expect(explainImportProblem(problem)).to.deep.equal([
      'The file has no row after the header.',
      'The default of Budget currency must be a currency.',
      'The column E-mail names an unknown field.',
    ]);
    expect(explainImportProblem(new TypeError('fetch failed'))[0]).to.match(/^Can't reach the server/);
  });
});
