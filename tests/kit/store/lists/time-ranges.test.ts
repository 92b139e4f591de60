import { matchTimeRanges } from '@plotline/kit/store/lists/access-path';
import { expect } from 'chai';

describe('matchTimeRanges', () => {
  it('matches all records when no bound is given', () => expect(matchTimeRanges({})).to.deep.equal({}));

  it('includes both days, the later one until its end in UTC', () => {
    expect(matchTimeRanges({ created_after: '2026-03-01', created_before: '2026-03-31' })).to.deep.equal({
      created_at: { $gte: new Date('2026-03-01T00:00:00.000Z'), $lt: new Date('2026-04-01T00:00:00.000Z') },
    });
  });

  it('includes both timestamps, with any offset', () => {
    const range = { created_after: '2026-03-01T10:00:00+02:00', created_before: '2026-03-01T09:00:00Z' };
    expect(matchTimeRanges(range)).to.deep.equal({
      created_at: { $gte: new Date('2026-03-01T08:00:00.000Z'), $lte: new Date('2026-03-01T09:00:00.000Z') },
    });
  });

  it('refuses a timestamp that does not exist, and reports the field', () => {
    expect(() => matchTimeRanges({ created_before: '2026-12-31T23:59:60Z' }))
      .to.throw()
      .with.nested.property('details[0].field', 'created_before');
  });

  it('matches created_at and updated_at, each with its own bounds', () => {
    const range = { created_after: '2026-03-01', updated_after: '2026-03-02', updated_before: '2026-03-02T12:00:00Z' };
    expect(matchTimeRanges(range)).to.deep.equal({
      created_at: { $gte: new Date('2026-03-01T00:00:00.000Z') },
      updated_at: { $gte: new Date('2026-03-02T00:00:00.000Z'), $lte: new Date('2026-03-02T12:00:00.000Z') },
    });
    expect(matchTimeRanges({ updated_before: '2026-03-02' })).to.deep.equal({
      updated_at: { $lt: new Date('2026-03-03T00:00:00.000Z') },
    });
  });
});
