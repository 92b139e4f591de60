import { type ColumnEvidence, EvidenceCollector } from '@plotline/transfer/imports/model/column-evidence';
import { type Conversion, defaultConversion } from '@plotline/transfer/imports/model/conversion';
import type { ImportResource } from '@plotline/transfer/imports/model/import-fields';
import { guessMapping, type Mapping, mapFieldsToThemselves } from '@plotline/transfer/imports/model/mapping';
import { createRecordMapper, type MappedRecord } from '@plotline/transfer/imports/model/to-record';
import { expect } from 'chai';

type Values = Readonly<Record<string, unknown>>;
type Format = 'csv' | 'xml' | 'jsonl';

interface Options extends Partial<Conversion> {
  readonly format?: Format;
  readonly mapping?: Mapping | null;
  readonly timeZone?: string;
}

/** Maps the records in a file by field names or similar names. */
function mapAll(resource: ImportResource, rows: readonly Values[], options: Options = {}): readonly MappedRecord[] {
  const { format = 'csv', timeZone = 'UTC', mapping: given, ...change } = options;
  const mapping = given === undefined ? guessMapping(resource, Object.keys(rows[0] ?? {})) : given;
  const description = { resource, format, mapping };
  const conversion = { ...defaultConversion, ...change };
  const collector = new EvidenceCollector(description, conversion);
  for (const [place, values] of rows.entries()) collector.add({ number: place + 2, values });
  const evidence: readonly ColumnEvidence[] = collector.toEvidence();
  return rows.map(createRecordMapper(description, { conversion, evidence, timeZone }));
}

function mapOne(resource: ImportResource, values: Values, options: Options = {}): MappedRecord {
  const [mapped] = mapAll(resource, [values], options);
  if (!mapped) throw new Error('Nothing was mapped.');
  return mapped;
}

const faultsOf = ({ faults }: MappedRecord) => faults.map(({ field, message }) => `${field}: ${message}`);

describe("a row's record", () => {
  it('has values with the types of its fields, nested by their paths, and no values for blank cells', () => {
    const { record, faults } = mapOne(
      'properties',
      {
        name: ' Marina\nHeights ',
        type: 'Mixed Use',
        status: '',
        'location.city': 'Dubai',
        'location.coordinates.lat': '25.081',
        'location.coordinates.lng': '55,14',
        'media.gallery': 'https://x.example/w_1,h_2.jpg; https://x.example/b.jpg',
        'pricing.min_price': ' AED 950k ',
        description: ' One\nTwo ',
        features: 'pool| gym',
        completion_date: 'Q2 2027',
        color: 'red',
      },
      { mapping: mapFieldsToThemselves('properties') },
    );
    expect(faults).to.deep.equal([]);
    expect(record).to.deep.equal({
      name: 'Marina Heights',
      type: 'mixed_use',
      location: { city: 'Dubai', coordinates: { lat: 25.081, lng: 55.14 } },
      description: 'One\nTwo',
      media: { gallery: ['https://x.example/w_1,h_2.jpg', 'https://x.example/b.jpg'] },
      pricing: { min_price: 950_000, currency: 'AED' },
      features: ['pool', 'gym'],
      completion_date: '2027-06-30',
    });
  });

  it("lacks values that can't be converted, and lists all the reasons", () => {
    const mapped = mapOne('leads', {
      name: 'Ann',
      source: 'Pigeon',
      'budget.min': 'much',
      timeline: 'soon',
      last_contacted: '03/04/2026',
      phone: '9.7E+11',
    });
    expect(mapped.record).to.deep.equal({ name: 'Ann' });
    const fields = mapped.faults.map(({ field }) => field);
    expect(fields).to.have.members(['source', 'budget.min', 'timeline', 'last_contacted', 'phone']);
  });

  it('has no value for words such as N/A, except in required fields', () => {
    const values = { name: 'Null', email: 'N/A', phone: '-', source: 'NA', notes: 'NULL', external_id: 'NA' };
    expect(mapOne('leads', values).record).to.deep.equal({ external_id: 'NA', name: 'Null', email: 'N/A' });
  });

  it('takes the first filled value of several columns, joins the parts of a name, and combines the items of lists', () => {
    const values = {
      Surname: 'Silva',
      Phone: 'n/a',
      Mobile: '2',
      Tel: '3',
      'First name': 'Maria',
      tags: 'a',
      Labels: 'b;c',
    };
    expect(mapOne('leads', values).record).to.deep.equal({ name: 'Maria Silva', phone: '2', tags: ['a', 'b', 'c'] });
    expect(mapOne('leads', { ...values, 'Full name': 'M. Silva' }).record.name).to.equal('M. Silva');
    expect(mapOne('leads', { Name: '', 'First name': 'Maria' }).record.name).to.equal('Maria');
    const mapping = { Vorname: 'name', Nachname: 'name' };
    expect(mapOne('leads', { Vorname: 'Eva', Nachname: 'Ott' }, { mapping }).record.name).to.equal('Eva Ott');
  });

  it('reads each column in the notation that its values show', () => {
    const [one, two] = mapAll('leads', [
      { name: 'A', last_contacted: '25/11/2026', next_follow_up: '11/25/2026', 'budget.max': '1.250,50' },
      { name: 'B', last_contacted: '03/11/2026', next_follow_up: '03/11/2026', 'budget.max': '450,000' },
    ]);
    expect(one?.faults).to.deep.equal([]);
    expect(two?.record).to.deep.include({
      last_contacted: '2026-11-03T00:00:00.000Z',
      next_follow_up: '2026-03-11T00:00:00.000Z',
      budget: { max: 450_000 },
    });
  });

  it('reads each value separately if the values in a column contradict each other', () => {
    const dates = ['25/11/2026', '11/25/2026', '03/11/2026'].map((text) => ({ last_contacted: text }));
    expect(mapAll('leads', dates).map((row) => row.record.last_contacted)).to.deep.equal([
      ...['2026-11-25T00:00:00.000Z', '2026-11-25T00:00:00.000Z', undefined],
    ]);
    const amounts = ['1.250,50', '1,250.50', '450,000'].map((text) => ({ budget: text }));
    expect(mapAll('leads', amounts).map(({ record }) => record.budget)).to.deep.equal([
      ...[{ max: 1250.5 }, { max: 1250.5 }, { max: 450_000 }],
    ]);
  });

  it('translates values by value_map, and fills empty cells with defaults', () => {
    const conversion = {
      value_map: [
        { field: 'source', from: 'Zoopla', to: 'portal' },
        { field: 'source', from: 'none of these', to: null },
      ],
      defaults: [
        { field: 'tags', value: ['new'] },
        { field: 'source', value: 'Walk-in' },
        { field: 'budget.currency', value: 'aed' },
      ],
    };
    const rows = mapAll(
      'leads',
      [
        { source: 'ZOOPLA', budget: '5' },
        { source: 'None of these', budget: '$5' },
        { source: '', budget: '' },
      ],
      conversion,
    );
    expect(rows.map(({ record }) => record)).to.deep.equal([
      { source: 'portal', budget: { max: 5, currency: 'AED' }, tags: ['new'] },
      { source: 'walk_in', budget: { max: 5, currency: 'USD' }, tags: ['new'] },
      { source: 'walk_in', tags: ['new'] },
    ]);
  });

  it('takes the currency or unit from its own field, or else from the cell, or else from the header', () => {
    const budgetOf = (values: Values) => mapOne('leads', values).record.budget;
    expect(budgetOf({ budget: '$5', currency: 'CAD' })).to.deep.equal({ max: 5, currency: 'CAD' });
    expect(budgetOf({ 'Budget (AED)': '5', 'Min budget': '3 AED' })).to.deep.equal({ min: 3, max: 5, currency: 'AED' });
    expect(budgetOf({ 'Budget (AED)': '5', Currency: '' })).to.deep.equal({ max: 5, currency: 'AED' });
    const sizeOf = (values: Values) => mapOne('units', values).record.size;
    expect(sizeOf({ 'Area (sq ft)': '1250' })).to.deep.equal({ interior: 1250, unit: 'sqft' });
    expect(sizeOf({ area: '1250 sqft', 'area unit': 'sq. ft.' })).to.deep.equal({ interior: 1250, unit: 'sq. ft.' });
  });

  it('refuses currencies and units that contradict each other or are unknown', () => {
    expect(faultsOf(mapOne('leads', { budget: '$5', currency: 'AED' }))[0]).to.match(/^budget.max: is in USD, but/);
    expect(faultsOf(mapOne('leads', { 'Budget (AED)': '€5' }))[0]).to.match(/^budget.max: is in EUR/);
    expect(faultsOf(mapOne('leads', { budget: '£5', 'min budget': '$3' }))).to.have.length(1);
    expect(faultsOf(mapOne('leads', { budget: 'Rs 5' }))[0]).to.match(/may be in INR or PKR/);
    expect(faultsOf(mapOne('units', { area: '5 sqm', plot: '1 acre' }))[0]).to.match(/^size.land: is in acre, but/);
  });

  it('takes list items from nested or repeated XML elements, and one value for any other field', () => {
    const mapping = mapFieldsToThemselves('leads');
    const map = (values: Values) => mapOne('leads', values, { format: 'xml', mapping });
    expect(map({ 'tags.tag': ['vip', 'hot'], name: ['Ann', 'Lee'] }).record).to.deep.equal({
      name: 'Ann Lee',
      tags: ['vip', 'hot'],
    });
    expect(map({ tags: ['vip', 'hot; new'] }).record).to.deep.equal({ tags: ['vip', 'hot', 'new'] });
    expect(faultsOf(map({ 'budget.min': ['1', '2'] }))).to.deep.equal(['budget.min: has more than one value']);
  });
});

describe('the record of a JSON object', () => {
  const map = (values: Values, mapping: Mapping | null = null) => mapOne('leads', values, { format: 'jsonl', mapping });

  it('has its text values converted, and keeps other values and unknown fields unchanged', () => {
    const values = {
      name: ' Ann ',
      source: 'Walk-in',
      budget: { min: '450k', max: 500_000, extra: 1 },
      tags: ['vip, hot', ' x '],
      phone: 971501234567,
      notes: null,
      timeline: '',
      extra: { a: ' b ' },
    };
    expect(map(values)).to.deep.equal({
      record: {
        ...values,
        name: 'Ann',
        source: 'walk_in',
        budget: { min: 450_000, max: 500_000, extra: 1 },
        phone: '971501234567',
        timeline: null,
      },
      faults: [],
    });
    expect(map({ name: '', budget: 'x', tags: 5 }).record).to.deep.equal({ name: '', budget: 'x', tags: 5 });
  });

  it('has its values in the fields of the mapping', () => {
    const values = { Name: 'Ann', budget: '1', extra: 1 };
    const mapping = { Name: 'name', budget: 'budget.min', none: 'email' };
    expect(map(values, mapping).record).to.deep.equal({ name: 'Ann', budget: { min: 1 } });
  });

  it('reports a number that is too large, with its path', () => {
    const values = JSON.parse('{"name": "Ann", "budget": {"min": 1e999, "max": 5}, "tags": [1, -1e999]}');
    const tooLarge = ['budget.min: is too large a number', 'tags[1]: is too large a number'];
    expect(faultsOf(map(values))).to.deep.equal(tooLarge);
    expect(faultsOf(map(values, { name: 'name' }))).to.deep.equal([]);
    const many = map({ tags: Array.from({ length: 1000 }, () => Number.POSITIVE_INFINITY) });
    expect(many.faults).to.have.length(50);
  });

  it('joins the parts of a name, and the lists from all columns of a field', () => {
    const mapping = { first: 'name', last: 'name', labels: 'tags', label: 'tags' };
    const values = { first: 'Ann', last: 'Lee', labels: ['vip, hot', 'new'], label: 'a;b' };
    expect(map(values, mapping)).to.deep.equal({
      record: { name: 'Ann Lee', tags: ['vip, hot', 'new', 'a', 'b'] },
      faults: [],
    });
    expect(map({ first: null, last: 'Lee', label: ['a'] }, mapping).record).to.deep.equal({ name: 'Lee', tags: ['a'] });
    expect(map({ first: 'Ann', last: 5 }, mapping)).to.deep.equal({
      record: {},
      faults: [{ field: 'name', message: 'has several values that are not all texts; only texts can be joined' }],
    });
  });
});
