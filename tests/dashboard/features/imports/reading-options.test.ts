import {
  defaultReading,
  readOptionsOf,
  replaceValue,
  toApiOptions,
  toParameters,
} from '@plotline/dashboard/features/imports/reading-options';
import { listUnknownValues } from '@plotline/dashboard/features/imports/unknown-values';
import { expect } from 'chai';

describe('options for reading cells', () => {
  it('are taken from a previous import, and are sent without blank options', () => {
    const options = readOptionsOf({
      number_format: '1.234,56',
      date_order: 'dmy',
      value_map: { source: { Zoopla: 'portal', Other: null } },
      defaults: { tags: ['new', 'vip'], bedrooms: 2 },
    });
    expect(options.defaults).to.deep.equal({ tags: 'new; vip', bedrooms: '2' });
    const changed = { ...options, defaults: { ...options.defaults, source: ' ' } };
    expect(toApiOptions(changed)).to.deep.equal({
      number_format: '1.234,56',
      date_order: 'dmy',
      value_map: { source: { Zoopla: 'portal', Other: null } },
      defaults: { tags: 'new; vip', bedrooms: '2' },
    });
    expect(toParameters(defaultReading)).to.deep.include({ value_map: undefined, defaults: undefined });
    expect(toParameters(changed).value_map).to.equal('{"source":{"Zoopla":"portal","Other":null}}');
  });

  it('replace a value in the file until the replacement is removed', () => {
    const replaced = replaceValue({}, 'source', 'Zoopla', 'portal');
    expect(replaced).to.deep.equal({ source: { Zoopla: 'portal' } });
    expect(replaceValue(replaced, 'source', 'Zoopla', undefined)).to.deep.equal({ source: {} });
  });
});

describe('unknown values', () => {
  it('are listed by field with their rows, together with replaced values', () => {
    const source = { resource: 'leads', name: 'source', type: 'text', required: false, values: ['portal'] } as const;
    const name = { ...source, name: 'name', values: null };
    const understood = {
      ...{ column: 'Source', field: 'source', type: 'text', understood_as: 'one of several values', reason: null },
      ...{ number_format: null, date_order: null, unit: null },
      unknown_values: [{ value: 'Friend', count: 3 }],
      other_unknown_values: 2,
    };
    const fields = [name, { ...source, values: ['portal'] }];
    const [group] = listUnknownValues(fields, [understood], { source: { Zoopla: 'portal' } });
    expect(group).to.deep.include({ field: 'source', label: 'Source', known: ['portal'], others: 2 });
    expect(group?.values).to.deep.equal([
      { value: 'Zoopla', count: undefined },
      { value: 'Friend', count: 3 },
    ]);
    expect(listUnknownValues(fields, [], {})).to.deep.equal([]);
  });
});
