import { listSynonyms } from '@plotline/transfer/imports/model/column-synonyms';
import { type FieldType, importFields, isRequired, toPublicType } from '@plotline/transfer/imports/model/import-fields';
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

/** Fields that only an import may set. */
const onlyImported = { leads: ['stage', 'created_at'], units: [], properties: [] } as const;

function describeContract(path: string, { type, format, minimum, maximum, items, enum: values }: Schema) {
  const types = [type].flat();
  if (types.includes('number')) return { type: 'number', minimum, maximum };
  if (types.includes('array')) return { type: items?.format === 'uri' ? 'urls' : 'list' };
  if (format === 'date' || format === 'date-time') return { type: format };
  return { type: checkedByService.includes(path) ? 'date-time' : 'text', ...(values && { values }) };
}

function describeField(type: FieldType) {
  const bounds = 'minimum' in type ? { minimum: type.minimum, maximum: type.maximum } : {};
  return { type: toPublicType(type), ...bounds, ...('values' in type && { values: type.values }) };
}

describe('fields that can be imported', () => {
  for (const resource of resources) {
    it(`are the contract's fields of a new record, with their types and limits: ${resource}`, () => {
      const contract = [...readContractFields(newRecords[resource][0], newRecords[resource][1])].filter(
        ([, schema]) => !schema.readOnly,
      );
      const expected = contract.map(([path, schema]) => [path, describeContract(path, schema)]);
      const others: readonly string[] = onlyImported[resource];
      const fields = [...importFields[resource]].filter(([field]) => !others.includes(field));
      const described = fields.map(([field, type]) => [field, describeField(type)]);
      expect(Object.fromEntries(described)).to.deep.equal(Object.fromEntries(expected));
    });

    it(`are required if the contract requires them, except the parts of a location: ${resource}`, () => {
      const [service, schema] = newRecords[resource];
      const required = readRequiredFields(service, schema).filter((field) => field !== 'location');
      const told = [...importFields[resource].keys()].filter((field) => isRequired(resource, field));
      expect(told).to.have.members(required);
    });

    it(`include the GET fields that only an import may set: ${resource}`, () => {
      const shown = readContractFields(
        newRecords[resource][0],
        resource === 'leads' ? 'Lead' : newRecords[resource][1],
      );
      for (const field of onlyImported[resource]) {
        expect(importFields[resource].has(field)).to.equal(true);
        expect(shown.has(field), field).to.equal(true);
      }
      if (resource !== 'leads') return;
      const stage = importFields.leads.get('stage');
      expect(stage).to.deep.equal({ kind: 'enumeration', values: shown.get('stage')?.enum });
    });

    it(`have synonyms that each belong to one field: ${resource}`, () => {
      const synonyms = listSynonyms(resource);
      expect(synonyms.filter(([, field]) => !importFields[resource].has(field))).to.deep.equal([]);
      const names = synonyms.map(([name]) => name);
      expect(names.filter((name, place) => names.indexOf(name) !== place)).to.deep.equal([]);
    });
  }
});
