import { expandRecordParts } from '@plotline/kit/http/contract/record-parts';
import { expect } from 'chai';

const Thing = {
  type: 'object',
  required: ['id', 'name', 'size'],
  properties: { id: { type: 'string' }, name: { description: 'Its name.' }, size: {}, parts: {} },
};
const expand = (part: unknown) => expandRecordParts({ Thing, Part: { description: 'A part.', 'x-part': part } }).Part;

describe('expandRecordParts', () => {
  it('shows all fields of the record and requires only the id', () => {
    expect(expand({ of: 'Thing' })).to.deep.equal({
      type: 'object',
      description: 'A part.',
      required: ['id'],
      properties: Thing.properties,
    });
  });

  it('shows the named fields with their descriptions', () => {
    expect(expand({ of: 'Thing', required: ['id', 'name'], optional: ['parts'] })).to.deep.equal({
      type: 'object',
      description: 'A part.',
      required: ['id', 'name'],
      properties: { id: Thing.properties.id, name: Thing.properties.name, parts: Thing.properties.parts },
    });
  });

  it('leaves other schemas unchanged', () => {
    expect(expandRecordParts({ Thing })).to.deep.equal({ Thing });
  });

  it('refuses a part of a missing record, and names it', () => {
    expect(() => expand({ of: 'Other' })).to.throw('The schema Part shows a part of Other, which has no properties.');
    const unknown = { of: 'Thing', required: ['id'], optional: ['weight'] };
    expect(() => expand(unknown)).to.throw('The schema Part names fields that Thing lacks: weight.');
  });
});
