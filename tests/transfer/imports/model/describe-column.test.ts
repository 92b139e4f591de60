import { EvidenceCollector } from '@plotline/transfer/imports/model/column-evidence';
import { type Conversion, defaultConversion } from '@plotline/transfer/imports/model/conversion';
import { describeColumns } from '@plotline/transfer/imports/model/describe-column';
import { guessMapping } from '@plotline/transfer/imports/model/mapping';
import { expect } from 'chai';

/** Describes the only column in a file of leads. */
function describeColumn(column: string, cells: readonly string[], change: Partial<Conversion> = {}) {
  const description = { resource: 'leads', format: 'csv', mapping: guessMapping('leads', [column]) } as const;
  const conversion = { ...defaultConversion, ...change };
  const collector = new EvidenceCollector(description, conversion);
  for (const [place, cell] of cells.entries()) collector.add({ number: place + 2, values: { [column]: cell } });
  const [described] = describeColumns(description, conversion, collector.toEvidence());
  if (!described) throw new Error('The column has no field.');
  return described;
}

describe('the description of a column', () => {
  it('says how its values are read, and which row determined that', () => {
    expect(describeColumn('Last contact', ['03/11/2026', '25/11/2026'])).to.deep.include({
      field: 'last_contacted',
      type: 'date-time',
      understood_as: 'date and time, day first',
      reason: 'Day first, because row 3 is "25/11/2026".',
      date_order: 'dmy',
      number_format: null,
    });
    expect(describeColumn('Budget (AED)', ['450.000', '1.250.000'])).to.deep.include({
      understood_as: 'amount of money, decimal comma',
      number_format: '1.234,56',
      unit: 'AED',
    });
    expect(describeColumn('email', ['x'])).to.deep.include({ understood_as: 'email address', reason: null });
  });

  it('says when its values are ambiguous, contradictory or set by an option', () => {
    expect(describeColumn('Last contact', ['03/11/2026']).reason).to.match(
      /"03\/11\/2026" in row 2: send date_order\.$/,
    );
    expect(describeColumn('Budget', ['450,000']).reason).to.match(/"450,000" in row 2 groups thousands/);
    expect(describeColumn('Budget', ['1.5', '1,5']).reason).to.match(/contradict each other/);
    const fixed = describeColumn('Last contact', ['03/11/2026'], { date_order: 'mdy' });
    expect([fixed.date_order, fixed.reason]).to.deep.equal(['mdy', 'date_order says so.']);
  });

  it('counts the values that the field does not allow, up to 20 different values', () => {
    const cells = ['Zoopla', 'Website', 'Zoopla', 'N/A', 'Friend'];
    expect(describeColumn('source', cells).unknown_values).to.deep.equal([
      { value: 'Zoopla', count: 2 },
      { value: 'Friend', count: 1 },
    ]);
    const value_map = [{ field: 'source', from: 'zoopla', to: 'portal' }];
    expect(describeColumn('source', cells, { value_map }).unknown_values).to.deep.equal([
      { value: 'Friend', count: 1 },
    ]);
    const many = describeColumn(
      'source',
      Array.from({ length: 50 }, (_, place) => `x${place}`),
    );
    expect([many.unknown_values.length, many.other_unknown_values]).to.deep.equal([20, 30]);
  });
});
