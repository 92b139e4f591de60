import {
  findInstalmentFaults,
  type InstalmentBody,
  readInstalments,
} from '@plotline/pipeline/plans/model/instalment-faults';
import { expect } from 'chai';

const onSale = { on: 'sale', days: 0 } as const;

function withPercents(...percents: readonly number[]): InstalmentBody[] {
  return percents.map((percent) => ({ label: 'Part', percent, due: onSale }));
}

const fieldsOf = (instalments: readonly InstalmentBody[]) =>
  findInstalmentFaults(instalments).map(({ field }) => field);

describe('findInstalmentFaults', () => {
  for (const percents of [[100], [20, 30, 50], [33.3333, 33.3333, 33.3334], [0.0001, 99.9999], [0.1, 0.2, 99.7]]) {
    it(`accepts percents of ${percents.join(', ')}`, () => {
      expect(findInstalmentFaults(withPercents(...percents))).to.deep.equal([]);
    });
  }

  for (const percents of [[99.9999], [50, 49.9999], [50, 50.0001], [60, 60]]) {
    it(`refuses percents of ${percents.join(', ')}, which don't add up to 100`, () => {
      expect(fieldsOf(withPercents(...percents))).to.deep.equal(['instalments']);
    });
  }

  it('refuses a fifth decimal place', () => {
    expect(fieldsOf(withPercents(50.000_01, 49.999_99))).to.deep.equal([
      'instalments[0].percent',
      'instalments[1].percent',
    ]);
  });

  for (const [due, missing] of [
    [{ on: 'sale' }, ['days']],
    [{ on: 'date', days: 3 }, ['date']],
    [{ on: 'milestone' }, ['milestone', 'days']],
    [{ on: 'completion', date: '2027-03-01' }, ['days']],
  ] as const) {
    it(`refuses ${JSON.stringify(due)} without ${missing.join(' and ')}`, () => {
      const fields = missing.map((field) => `instalments[0].due.${field}`);
      expect(fieldsOf([{ label: 'Part', percent: 100, due }])).to.deep.equal(fields);
    });
  }
});

describe('readInstalments', () => {
  it('removes surrounding spaces, and fields that the due time does not need', () => {
    const due = { on: 'milestone', milestone: ' Roof ', days: 30, date: '2027-03-01' } as const;
    expect(readInstalments([{ label: ' Part ', percent: 100, due }])).to.deep.equal([
      { label: 'Part', percent: 100, due: { on: 'milestone', milestone: 'Roof', days: 30 } },
    ]);
  });
});
