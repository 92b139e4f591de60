import { importFields, isRequired } from '@plotline/transfer/imports/model/import-fields';
import { createTemplate } from '@plotline/transfer/imports/model/template-row';
import { expect } from 'chai';

/** Fields that refer to records in a workspace. The example omits them. */
const references = ['interested_properties', 'assigned_agent'];

describe('an import template', () => {
  for (const resource of ['leads', 'units', 'properties'] as const) {
    it(`has every field of ${resource}, with an example for each field that is not a reference`, () => {
      const template = createTemplate(resource, { currency: 'AED', propertyId: 'prop_1' });
      expect(template.columns).to.deep.equal([...importFields[resource].keys()]);
      const blank = template.columns.filter((_, place) => template.values[place] === null);
      expect(blank.filter((column) => !references.includes(column))).to.deep.equal([]);
      expect(blank.filter((column) => isRequired(resource, column))).to.deep.equal([]);
    });
  }

  it('leaves property_id empty if the workspace has no property', () => {
    const { columns, values } = createTemplate('units', { currency: 'AED', propertyId: undefined });
    expect(values[columns.indexOf('property_id')]).to.equal(null);
  });
});
