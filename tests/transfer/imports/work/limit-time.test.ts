import { limitRecordTime } from '@plotline/transfer/imports/work/limit-record-time';
import { limitTime } from '@plotline/transfer/imports/work/limit-time';
import { expect } from 'chai';

/** Takes longer than a test may, because each additional `a` doubles the time. */
const block = () => /^(a+)+$/.test(`${'a'.repeat(60)}!`);

describe('work with a time limit', () => {
  it('is interrupted within a regular expression, without affecting later work', () => {
    expect(limitTime(20, block)).to.equal(null);
    expect(limitTime(60_000, () => 5)).to.deep.equal({ result: 5 });
  });

  it("fails with the work's own error if the work throws one", () => {
    const error = new Error('mine');
    const fail = () => {
      throw error;
    };
    expect(() => limitTime(60_000, fail)).to.throw(error);
  });
});

describe('a row whose texts take too long to read', () => {
  it('fails as a whole, and other rows are read', () => {
    const map = limitRecordTime((values) => {
      if (values['slow']) block();
      return { record: { ...values }, faults: [] };
    }, 20);
    const long = 'x'.repeat(2_000);
    expect(map({ slow: long })).to.deep.equal({
      record: {},
      faults: [{ field: '', message: 'takes too long to read: shorten its texts' }],
    });
    for (const values of [{ name: 'Ada' }, { notes: long }]) {
      expect(map(values)).to.deep.equal({ record: values, faults: [] });
    }
  });
});
