import type { ExportResource } from '@plotline/transfer/exports/model/export';
import { exportColumns } from '@plotline/transfer/exports/model/export-columns';
import { expect } from 'chai';
import { readContractFields } from '../../support/contract-fields.js';

const answers: readonly (readonly [ExportResource, string, string, readonly string[]])[] = [
  ['leads', 'pipeline', 'Lead', ['agent', 'properties', 'activity', 'deal']],
  ['units', 'inventory', 'Unit', ['property', 'agent']],
  ['properties', 'inventory', 'Property', []],
  ['agents', 'team', 'Agent', ['team', 'leads', 'stats']],
  ['deals', 'pipeline', 'Deal', []],
  ['invoices', 'pipeline', 'Invoice', []],
  ['commissions', 'pipeline', 'Commission', []],
];

describe('the columns of an export', () => {
  for (const [resource, service, schema, relations] of answers) {
    it(`are the fields of the record in the contract, without its relations: ${resource}`, () => {
      const isRelation = (path: string) => relations.some((name) => name === path || path.startsWith(`${name}.`));
      const fields = [...readContractFields(service, schema).keys()].filter((path) => !isRelation(path));
      expect([...exportColumns[resource]].sort()).to.deep.equal(fields.sort());
    });
  }
});
