import type { ExportResource } from '@plotline/transfer/exports/model/export';
import { listExportColumns, nameColumns, recordColumns } from '@plotline/transfer/exports/model/export-columns';
import { expect } from 'chai';
import { readContractFields } from '../../support/contract-fields.js';

const answers: readonly (readonly [ExportResource, string, string, readonly string[]])[] = [
  ['leads', 'pipeline', 'Lead', ['agent', 'properties', 'activity', 'deal', 'holds']],
  ['tasks', 'pipeline', 'Task', ['agent', 'lead']],
  ['holds', 'inventory', 'Hold', ['unit', 'lead', 'agent']],
  ['units', 'inventory', 'Unit', ['property', 'agent']],
  ['properties', 'inventory', 'Property', []],
  ['agents', 'team', 'Agent', ['team', 'leads', 'stats']],
  ['deals', 'pipeline', 'Deal', ['lead', 'property', 'unit']],
  ['instalments', 'pipeline', 'Instalment', []],
  ['invoices', 'pipeline', 'Invoice', ['lead', 'property', 'unit']],
  ['payments', 'pipeline', 'Payment', []],
  ['commissions', 'pipeline', 'Commission', []],
];

describe('the columns of an export', () => {
  for (const [resource, service, schema, relations] of answers) {
    it(`are the fields of the record in the contract, without its relations: ${resource}`, () => {
      const isRelation = (path: string) => relations.some((name) => name === path || path.startsWith(`${name}.`));
      const fields = [...readContractFields(service, schema).keys()].filter((path) => !isRelation(path));
      expect([...recordColumns[resource]].sort()).to.deep.equal(fields.sort());
    });

    it(`are followed by the names of the referenced records: ${resource}`, () => {
      const columns = listExportColumns(resource);
      for (const [column, names] of Object.entries(nameColumns[resource])) {
        const place = columns.indexOf(column);
        expect(columns.slice(place, place + names.length + 1)).to.deep.equal([column, ...names]);
      }
      expect(new Set(columns).size).to.equal(columns.length);
    });
  }
});
