import { listSynonyms } from '@plotline/transfer/imports/model/column-synonyms';
import { importFields, isRequired } from '@plotline/transfer/imports/model/import-fields';
import { expect } from 'chai';
import { readContractFields, readRequiredFields, type Schema } from '../../support/contract-fields.js';

const resources = ['leads', 'units', 'properties'] as const;
const newRecords = {
  leads: ['pipeline', 'NewLead'],
  units: ['inventory', 'NewUnit'],
  properties: ['inventory', 'NewProperty'],
} as const;

/** The service checks timestamps of leads, because their schema allows any text. */
const checkedByService = ['last_contacted', 'next_follow_up'];

function toFieldType(path: string, { type, format, minimum, maximum, items }: Schema) {
  const types = [type].flat();
  if (types.includes('number')) return { kind: 'number', minimum, maximum };
  if (types.includes('array')) return { kind: items?.format === 'uri' ? 'urls' : 'list' };
  if (format === 'date' || format === 'date-time') return { kind: format };
  return { kind: checkedByService.includes(path) ? 'date-time' : 'text' };
}

describe('the fields that can be imported', () => {
  for (const resource of resources) {
    it(`are those of a new record in the contract, with their types and limits: ${resource}`, () => {
      const contract = [...readContractFields(newRecords[resource][0], newRecords[resource][1])].filter(
        ([, schema]) => !schema.readOnly,
      );
      const expected = contract.map(([path, schema]) => [path, toFieldType(path, schema)]);
      expect(Object.fromEntries(importFields[resource])).to.deep.equal(Object.fromEntries(expected));
    });

    it(`are required as in the contract, except the parts of a location: ${resource}`, () => {
      const [service, schema] = newRecords[resource];
      const required = readRequiredFields(service, schema).filter((field) => field !== 'location');
      const told = [...importFields[resource].keys()].filter((field) => isRequired(resource, field));
      expect(told).to.have.members(required);
    });

    it(`have synonyms that each belong to one field: ${resource}`, () => {
      const synonyms = listSynonyms(resource);
      expect(synonyms.filter(([, field]) => !importFields[resource].has(field))).to.deep.equal([]);
      const names = synonyms.map(([name]) => name);
      expect(names.filter((name, place) => names.indexOf(name) !== place)).to.deep.equal([]);
    });
  }
});
