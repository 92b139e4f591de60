import {
  type DateContext,
  findShownOrder,
  parseDate,
  parseDateTime,
} from '@plotline/transfer/formats/model/parse-date';
import { expect } from 'chai';

const column: DateContext = { order: null, isFixed: false, timeZone: 'UTC' };
const inOrder = (order: DateContext['order']): DateContext => ({ ...column, order, isFixed: true });

describe('a date in a cell', () => {
  const days: readonly (readonly [string, string])[] = [
    ['2027-06-30', '2027-06-30'],
    ['2027/6/3', '2027-06-03'],
    ['03.06.2027', '2027-06-03'],
    ['30/06/2027', '2027-06-30'],
    ['06/30/27', '2027-06-30'],
    ['05/05/2027', '2027-05-05'],
    ['30-Jun-2027', '2027-06-30'],
    ['30-Jun-27', '2027-06-30'],
    ['Jun 30, 2027', '2027-06-30'],
    ['Wednesday, June 30th, 2027', '2027-06-30'],
    ['30 June 2027', '2027-06-30'],
    ['30. Juni 2027', '2027-06-30'],
    ['30 juin 2027', '2027-06-30'],
    ['2027-Jun-30', '2027-06-30'],
    ['46568', '2027-06-30'],
    ['46568.75', '2027-06-30'],
    ['2027-06-30 00:00:00', '2027-06-30'],
    ['0001-01-01', '0001-01-01'],
    ['31.12.0099', '0099-12-31'],
  ];
  for (const [text, day] of days) {
    it(`is read: ${text}`, () => expect(parseDate(text, column)).to.deep.equal({ value: day }));
  }

  const periods: readonly (readonly [string, string])[] = [
    ['Q4 2026', '2026-12-31'],
    ['2027 Q1', '2027-03-31'],
    ['2Q27', '2027-06-30'],
    ['H1 2027', '2027-06-30'],
    ['3rd quarter 2027', '2027-09-30'],
    ['Feb 2028', '2028-02-29'],
    ['Dec-26', '2026-12-31'],
    ['12/2026', '2026-12-31'],
    ['2026-12', '2026-12-31'],
    ['2026', '2026-12-31'],
  ];
  for (const [text, day] of periods) {
    it(`is the last day of a period: ${text}`, () => {
      expect(parseDate(text, column)).to.deep.equal({ value: day });
      expect(parseDateTime(text, column).fault).to.match(/^must be a date and time/);
    });
  }

  it('has the order of day and month that its column shows or the option gives', () => {
    const read = (text: string, context: DateContext) => parseDate(text, context).value;
    expect(read('03/11/2026', { ...column, order: 'dmy' })).to.equal('2026-11-03');
    expect(read('03/11/2026', { ...column, order: 'mdy' })).to.equal('2026-03-11');
    expect(read('03/11/2026', inOrder('dmy'))).to.equal('2026-11-03');
    expect(read('26-11-03', inOrder('ymd'))).to.equal('2026-11-03');
    expect(read('2026-11-03', inOrder('dmy'))).to.equal('2026-11-03');
  });

  it('is rejected if day and month can be swapped; the error names the option to send', () => {
    expect(parseDate('03/04/2027', column).fault).to.match(/date_order=dmy/);
    expect(parseDate('11/25/2026', inOrder('dmy')).fault).to.match(/date_order=dmy/);
    expect(parseDate('25/11/2026', inOrder('ymd')).fault).to.match(/date_order=ymd/);
  });

  it('is rejected if the day does not exist, or if it is not a date', () => {
    for (const text of ['2027-02-29', '31.04.2027', '13/13/2027']) {
      expect(parseDate(text, column).fault).to.equal('is not a valid date');
    }
    for (const text of ['', 'tomorrow', '2027-06/30/1', 'Q5 2026', '13/2026', 'Dec 26', '20270630', 'x'.repeat(100)]) {
      expect(parseDate(text, column).fault, text).to.match(/^must be a date/);
    }
  });

  it('determines the order of day and month for its column', () => {
    const show = (text: string) => findShownOrder(text)?.order;
    expect(['25/11/2026', '11/25/2026', '99-11-25', '03/11/2026'].map(show)).to.deep.equal(['dmy', 'mdy', 'ymd', null]);
    expect(['2026-11-25', '05/05/2026', '25 Nov 2026', 'x'].map(show)).to.deep.equal(Array(4).fill(undefined));
  });
});

describe('a date and time in a cell', () => {
  const instants: readonly (readonly [string, string])[] = [
    ['2026-03-01T09:30:00.000Z', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01T09:30+02:00', '2026-03-01T07:30:00.000Z'],
    ['2026-03-01 9:30', '2026-03-01T09:30:00.000Z'],
    ['01.03.2026 09:30:15', '2026-03-01T09:30:15.000Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['12/31/2026 2:30 PM', '2026-12-31T14:30:00.000Z'],
    ['12/31/2026, 12:05:09 a.m.', '2026-12-31T00:05:09.000Z'],
    ['2026-12-31 14:30:00+04', '2026-12-31T10:30:00.000Z'],
    ['2026-12-31 14:30:00 UTC', '2026-12-31T14:30:00.000Z'],
    ['2026-12-31T14:30:00.123456+0530', '2026-12-31T09:00:00.123Z'],
    ['Thu, 31 Dec 2026 14:30:00 GMT', '2026-12-31T14:30:00.000Z'],
    ['Thu Dec 31 2026 14:30:00 GMT+0400 (Gulf Standard Time)', '2026-12-31T10:30:00.000Z'],
    ['46387.5', '2026-12-31T12:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ];
  for (const [text, instant] of instants) {
    it(`is read: ${text}`, () => expect(parseDateTime(text, column)).to.deep.equal({ value: instant }));
  }

  it("is read in the workspace's time zone unless it has an offset", () => {
    const read = (text: string, timeZone: string) => parseDateTime(text, { ...column, timeZone }).value;
    expect(read('2026-12-31', 'Asia/Dubai')).to.equal('2026-12-30T20:00:00.000Z');
    expect(read('2026-12-31 14:30', 'Asia/Dubai')).to.equal('2026-12-31T10:30:00.000Z');
    expect(read('2026-12-31T14:30:00Z', 'Asia/Dubai')).to.equal('2026-12-31T14:30:00.000Z');
    // The clock skips the first time, and shows the second time twice.
    expect(read('2026-03-29 02:30', 'Europe/Berlin')).to.equal('2026-03-29T01:30:00.000Z');
    expect(read('2026-10-25 02:30', 'Europe/Berlin')).to.equal('2026-10-25T00:30:00.000Z');
  });

  it('is rejected if its time does not exist', () => {
    const texts = ['2026-03-01 25:00', '2026-03-01T09', 'x 09:30', '2026-02-30 09:30', '9999-12-31 23:00-02:00'];
    for (const text of [...texts, '2026-03-01 13:00 PM', '2026-03-01 09:60', '2026-03-01 09:30 EST']) {
      expect(parseDateTime(text, column).fault, text).to.be.a('string');
    }
  });
});
