import { assertMapping, guessMapping, mapFieldsToThemselves } from '@plotline/transfer/imports/model/mapping';
import { createJsonMapper, createTextMapper } from '@plotline/transfer/imports/model/to-record';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';

describe('the guessed mapping', () => {
  it('uses paths of fields unchanged', () => {
    const columns = ['id', 'name', 'email', 'budget.min', 'created_at'];
    expect(guessMapping('leads', columns)).to.deep.equal({ name: 'name', email: 'email', 'budget.min': 'budget.min' });
  });

  it('recognizes similar names and common synonyms, ignoring case, spaces and punctuation', () => {
    const leads = ['Full Name', 'E-mail', 'Mobile', 'Min. budget', 'BUDGET', 'Next follow-up', 'Comments', 'Shoe size'];
    expect(guessMapping('leads', leads)).to.deep.equal({
      'Full Name': 'name',
      'E-mail': 'email',
      Mobile: 'phone',
      'Min. budget': 'budget.min',
      BUDGET: 'budget.max',
      'Next follow-up': 'next_follow_up',
      Comments: 'notes',
    });
    expect(
      guessMapping('units', ['Project ID', 'Unit name', 'Unit No.', 'Beds', 'Asking price', 'Currency']),
    ).to.deep.equal({
      'Project ID': 'property_id',
      'Unit name': 'name',
      'Unit No.': 'unit_number',
      Beds: 'bedrooms',
      'Asking price': 'price.amount',
      Currency: 'price.currency',
    });
    expect(guessMapping('properties', ['Project', 'City', 'Latitude', 'Hand over'])).to.deep.equal({
      Project: 'name',
      City: 'location.city',
      Latitude: 'location.coordinates.lat',
      'Hand over': 'completion_date',
    });
  });

  it('assigns a field to one column only, preferring the one with its name', () => {
    expect(guessMapping('leads', ['Mobile', 'phone', 'Telephone'])).to.deep.equal({ phone: 'phone' });
  });

  it('joins first and last name when there is no full name', () => {
    const mapping = guessMapping('leads', ['Surname', 'First name', 'email']);
    expect(
      createTextMapper('leads', mapping)({ Surname: 'Silva', 'First name': 'Maria', email: 'm@x.com' }).record,
    ).to.deep.equal({
      name: 'Maria Silva',
      email: 'm@x.com',
    });
    expect(guessMapping('leads', ['First name', 'name'])).to.deep.equal({ name: 'name' });
  });
});

describe('a given mapping', () => {
  const faultsOf = async (mapping: Record<string, string>, columns?: readonly string[]) =>
    (await refusalOf(() => assertMapping('leads', mapping, columns))).details;

  it('is refused for a column that the file lacks, by name', async () => {
    expect(await faultsOf({ Nom: 'name' }, ['Name', 'Email'])).to.deep.equal([
      { field: 'mapping.Nom', message: 'names a column that the file does not have; it has Name, Email' },
    ]);
  });

  it('is refused for an unknown or read-only field, by name', async () => {
    const details = await faultsOf({ Name: 'nom', Score: 'score' });
    expect(details.map(({ field }) => field)).to.deep.equal(['mapping.Name', 'mapping.Score']);
    expect(details[0]?.message).to.match(/^names an unknown field; leads have external_id, name, email,/);
  });

  it('is refused for two columns of a field that is neither text nor list', async () => {
    const details = await faultsOf({ a: 'budget.min', b: 'budget.min', c: 'tags', d: 'tags', e: 'name', f: 'name' });
    expect(details.map(({ field }) => field)).to.deep.equal(['mapping.a', 'mapping.b']);
  });

  it('is refused when it is empty', async () => {
    expect(await faultsOf({})).to.deep.equal([{ field: 'mapping', message: 'must name at least one column' }]);
  });
});

describe('the record of a row', () => {
  it('has values of the types of its fields, nested by their paths; blank cells are absent', () => {
    const map = createTextMapper('properties', mapFieldsToThemselves('properties'));
    const { record, faults } = map({
      name: 'Marina Heights',
      type: '',
      'location.city': 'Dubai',
      'location.coordinates.lat': '25.081',
      'location.coordinates.lng': '55,14',
      'media.gallery': 'https://x.example/w_1,h_2.jpg; https://x.example/b.jpg',
      'pricing.min_price': ' 950000 ',
      description: '  ',
      features: 'pool| gym',
      completion_date: '30.06.2027',
      color: 'red',
    });
    expect(faults).to.deep.equal([]);
    expect(record).to.deep.equal({
      name: 'Marina Heights',
      location: { city: 'Dubai', coordinates: { lat: 25.081, lng: 55.14 } },
      media: { gallery: ['https://x.example/w_1,h_2.jpg', 'https://x.example/b.jpg'] },
      pricing: { min_price: 950_000 },
      features: ['pool', 'gym'],
      completion_date: '2027-06-30',
    });
  });

  it('lacks values that cannot be converted, with the reason by field', () => {
    const map = createTextMapper('leads', mapFieldsToThemselves('leads'));
    const { record, faults } = map({
      name: 'Ann',
      'budget.min': 'much',
      'budget.max': '300.000',
      last_contacted: 'May',
    });
    expect(record).to.deep.equal({ name: 'Ann' });
    expect(faults).to.deep.equal([
      { field: 'budget.min', message: 'must be a number such as 1234.56, without currency or unit' },
      { field: 'budget.max', message: 'may be 300000 or 300: write 300000, or 300.0000' },
      { field: 'last_contacted', message: 'must be a date and time such as 2027-06-30T09:30:00Z, or a date' },
    ]);
  });

  it('has the items of a list from nested or repeated elements, and one value of any other field', () => {
    const map = createTextMapper('leads', mapFieldsToThemselves('leads'));
    expect(map({ 'tags.tag': ['vip', 'hot'], name: ['Ann', 'Lee'] }).record).to.deep.equal({
      name: 'Ann Lee',
      tags: ['vip', 'hot'],
    });
    expect(map({ tags: ['vip', 'hot; new'] }).record).to.deep.equal({ tags: ['vip', 'hot', 'new'] });
    expect(map({ 'budget.min': ['1', '2'] }).faults).to.deep.equal([
      { field: 'budget.min', message: 'has more than one value' },
    ]);
  });

  it('is the object of a JSON line, or has its values unchanged under their mapped fields', () => {
    const values = { Name: 'Ann', budget: { min: '1' }, extra: 1 };
    expect(createJsonMapper('leads', undefined)(values).record).to.equal(values);
    expect(
      createJsonMapper('leads', { Name: 'name', budget: 'budget.min', none: 'email' })(values).record,
    ).to.deep.equal({
      name: 'Ann',
      budget: { min: { min: '1' } },
    });
  });

  it('reports a JSON number that is too large by its path', () => {
    const values = JSON.parse('{"name": "Ann", "budget": {"min": 1e999, "max": 5}, "tags": [1, -1e999]}');
    const faultsOf = (mapping?: Record<string, string>) => createJsonMapper('leads', mapping)(values).faults;
    expect(faultsOf()).to.deep.equal([
      { field: 'budget.min', message: 'is too large a number' },
      { field: 'tags[1]', message: 'is too large a number' },
    ]);
    expect(faultsOf({ name: 'name', tags: 'notes' })).to.deep.equal([
      { field: 'notes[1]', message: 'is too large a number' },
    ]);
    expect(faultsOf({ name: 'name' })).to.deep.equal([]);
    const many = createJsonMapper(
      'leads',
      undefined,
    )({ tags: Array.from({ length: 1000 }, () => Number.POSITIVE_INFINITY) });
    expect(many.faults).to.have.length(50);
  });

  it('combines the texts and lists of all JSON columns that are mapped to one field', () => {
    const mapping = { first: 'name', last: 'name', labels: 'tags', label: 'tags' };
    const map = createJsonMapper('leads', mapping);
    const values = { first: 'Ann', last: 'Lee', labels: ['vip, hot', 'new'], label: 'a;b' };
    expect(map(values)).to.deep.equal({
      record: { name: 'Ann Lee', tags: ['vip, hot', 'new', 'a;b'] },
      faults: [],
    });
    expect(map({ first: null, last: 'Lee', label: ['a'] }).record).to.deep.equal({ name: 'Lee', tags: ['a'] });
    expect(map({ first: null, last: null }).record).to.deep.equal({ name: null });
    expect(map({ first: 'Ann', last: 5 })).to.deep.equal({
      record: {},
      faults: [{ field: 'name', message: 'has several values that are not all texts; only texts can be joined' }],
    });
  });
});
