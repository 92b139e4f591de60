import { loadContract } from '@plotline/kit/http/contract/document';
import { toLeadJson } from '@plotline/pipeline/leads/model/lead-json';
import { toCommissionJson, toDealJson, toInvoiceJson } from '@plotline/pipeline/sales/model/deal-json';
import { closeSale } from '@plotline/pipeline/sales/model/sale';
import { expect } from 'chai';
import { sampleLead } from '../../support/sample-lead.js';
import { sampleSale } from '../../support/sample-sale.js';

const contract = loadContract(new URL('../../../../services/pipeline/openapi.yaml', import.meta.url));

/** Fields that an answer has only on request, or right after a sale. */
const relations = ['activity', 'agent', 'deal', 'properties'];

/** Returns the fields of a schema of the contract, without relations. */
function getFields(name: string): string[] {
  const schema: unknown = Reflect.get(contract.components?.schemas ?? {}, name);
  const properties = typeof schema === 'object' && schema !== null ? Reflect.get(schema, 'properties') : undefined;
  return Object.keys(properties ?? {})
    .filter((field) => !relations.includes(field))
    .sort();
}

describe('public JSON', () => {
  const facts = { propertyId: 'prop_1', currency: 'USD', commissionId: 'com_1', invoiceId: 'inv_1', invoiceCount: 1 };
  const { lead, deal, commission, invoice } = closeSale(sampleSale(), sampleLead(), facts, new Date());

  for (const [name, json] of [
    ['Lead', toLeadJson(lead)],
    ['Deal', toDealJson(deal)],
    ['Commission', toCommissionJson(commission)],
    ['Invoice', toInvoiceJson(invoice)],
  ] as const) {
    it(`has exactly the fields of the contract for a ${name.toLowerCase()}`, () => {
      expect(Object.keys(json).sort()).to.deep.equal(getFields(name));
    });
  }
});
