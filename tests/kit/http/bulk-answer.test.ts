import { conflict, invalid, Problem, type ProblemDetail } from '@plotline/kit/core/errors';
import { type BulkRow, toPartialAnswer, toWholeAnswer } from '@plotline/kit/http/handler';
import { expect } from 'chai';
import { refusalOf } from '../../support/refusal-of.js';

const taken = (field: string) => new Problem('CONFLICT', 'Taken.', { details: [{ field, message: 'is taken' }] });
const missing: ProblemDetail = { field: 'name', message: 'is required' };
const shapeless: ProblemDetail = { field: 'body', message: 'must be an object' };
const stored: BulkRow = { status: 201, data: { id: 'thing_1' } };
const known: BulkRow = { status: 200, data: { id: 'thing_2' }, meta: { possible_duplicates: ['thing_3'] } };

describe('toPartialAnswer', () => {
  it('reports the outcome of each row, in order', () => {
    expect(toPartialAnswer('things', [stored, known, { problem: invalid(missing) }])).to.deep.equal({
      status: 207,
      body: [
        { index: 0, status: 201, data: { id: 'thing_1' } },
        { index: 1, status: 200, data: { id: 'thing_2' }, possible_duplicates: ['thing_3'] },
        {
          index: 2,
          status: 422,
          error: { code: 'VALIDATION_ERROR', message: 'The request has invalid fields.', details: [missing] },
        },
      ],
    });
  });

  it('reports the row itself when it is not an object', () => {
    const { body } = toPartialAnswer('things', [stored, { problem: invalid(shapeless) }]);
    expect(body).to.have.nested.property('[1].error.details[0].field', 'things[1]');
  });
});

describe('toWholeAnswer', () => {
  it('returns 201 with all records when at least one of them is new', () => {
    const meta = { possible_duplicates: [] };
    const body = [{ id: 'thing_1' }, { id: 'thing_2' }];
    expect(toWholeAnswer('things', [stored, known], meta)).to.deep.equal({ status: 201, body, meta });
  });

  it('returns 200 when no record is new', () => {
    expect(toWholeAnswer('things', [known])).to.deep.equal({ status: 200, body: [{ id: 'thing_2' }] });
  });

  it('refuses all rows when some are invalid, and reports each error with the position of its row', async () => {
    const rows = [stored, { problem: invalid(missing) }, { problem: taken('email') }, { problem: invalid(shapeless) }];
    const refusal = await refusalOf(() => toWholeAnswer('things', rows));
    expect(refusal).to.include({ code: 'VALIDATION_ERROR', message: 'The request has invalid fields.' });
    expect(refusal.details.map(({ field }) => field)).to.deep.equal(['things[1].name', 'things[3]']);
  });

  it('refuses all rows when all are valid but one conflicts with another record', async () => {
    const refusal = await refusalOf(() => toWholeAnswer('things', [{ problem: taken('email') }, stored]));
    expect(refusal).to.include({ code: 'CONFLICT', message: 'Taken.' });
    expect(refusal.details).to.deep.equal([{ field: 'things[0].email', message: 'is taken' }]);
  });

  it('refuses all rows when one has a problem without details', async () => {
    const refusal = await refusalOf(() => toWholeAnswer('things', [{ problem: conflict('Busy.') }]));
    expect(refusal).to.include({ code: 'CONFLICT', message: 'Busy.' });
  });
});
