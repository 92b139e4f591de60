import { readConversion } from '@plotline/transfer/imports/api/conversion-options';
import { expect } from 'chai';

describe('options for reading cells', () => {
  it('accept field paths and column names', () => {
    const sent = {
      number_format: '1.234,56',
      date_order: 'dmy',
      value_map: '{"source": {"Zoopla": "Portal", "?": null}}',
      defaults: '{"currency": "AED", "Tags": ["new"]}',
    };
    expect(readConversion('leads', sent)).to.deep.equal({
      conversion: {
        number_format: '1.234,56',
        date_order: 'dmy',
        value_map: [
          { field: 'source', from: 'Zoopla', to: 'Portal' },
          { field: 'source', from: '?', to: null },
        ],
        defaults: [
          { field: 'budget.currency', value: 'AED' },
          { field: 'tags', value: ['new'] },
        ],
      },
      faults: [],
    });
  });

  it('are rejected if they are invalid; the error names the invalid options', () => {
    const fieldsOf = (sent: object) => readConversion('leads', sent).faults.map(({ field }) => field);
    expect(fieldsOf({ number_format: '1 234', date_order: 'ydm' })).to.deep.equal(['number_format', 'date_order']);
    expect(fieldsOf({ value_map: '{', defaults: '[]' })).to.deep.equal(['value_map', 'defaults']);
    expect(fieldsOf({ value_map: { origin_of_lead: {}, source: 'x' } })).to.deep.equal([
      ...['value_map.origin_of_lead', 'value_map.source'],
    ]);
    expect(fieldsOf({ value_map: { source: { Zoopla: 'portals' } } })).to.deep.equal(['value_map.source.Zoopla']);
    expect(fieldsOf({ defaults: { shoe: 1, tags: [1], 'budget.min': 'much' } })).to.deep.equal([
      ...['defaults.shoe', 'defaults.tags', 'defaults.budget.min'],
    ]);
  });
});
