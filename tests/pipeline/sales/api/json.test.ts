import { loadContract } from '@plotline/kit/http/contract/document';
import { toLeadJson } from '@plotline/pipeline/leads/model/lead-json';
import {
  toCommissionJson,
  toDealJson,
  toInstalmentJson,
  toInvoiceJson,
  toPaymentJson,
} from '@plotline/pipeline/sales/model/deal-json';
import { planInstalments } from '@plotline/pipeline/sales/model/plan-instalments';
import { closeSale } from '@plotline/pipeline/sales/model/sale';
import { expect } from 'chai';
import { sampleLead } from '../../support/sample-lead.js';
import { sampleFacts, sampleSale } from '../../support/sample-sale.js';

const contract = loadContract(new URL('../../../../services/pipeline/openapi.yaml', import.meta.url));

/** Fields that an answer contains only on request, or right after a sale. */
const relations = ['activity', 'agent', 'deal', 'holds', 'lead', 'properties', 'property', 'unit'];

/** Returns the fields of a schema in the contract, except relations. */
function getFields(name: string): string[] {
  const schema: unknown = Reflect.get(contract.components?.schemas ?? {}, name);
  const properties = typeof schema === 'object' && schema !== null ? Reflect.get(schema, 'properties') : undefined;
  return Object.keys(properties ?? {})
    .filter((field) => !relations.includes(field))
    .sort();
}

describe('public JSON', () => {
  const now = new Date('2026-03-02T12:00:00.000Z');
  const due = { on: 'sale', days: 0 } as const;
  const plan = planInstalments(
    [{ label: 'On signing', percent: 100, due }],
    { dealId: 'deal_1', propertyId: 'prop_1', value: 450_000, currency: 'USD', leadDays: 30, newId: () => 'inst_1' },
    { today: '2026-03-02', completionDate: null, milestones: [] },
  );
  const deposit = { amount: 1, paid_on: '2026-03-01', reference: null };
  const { lead, deal, commission, invoices } = closeSale(
    sampleSale(),
    sampleLead(),
    { ...sampleFacts, plan, deposit },
    now,
  );
  const [issued] = invoices;
  if (!issued?.stored.instalment || !issued.deposited) throw new Error('The sale has no instalment or payment.');

  for (const [name, json] of [
    ['Lead', toLeadJson(lead)],
    ['Deal', toDealJson(deal)],
    ['Commission', toCommissionJson(commission)],
    ['Instalment', toInstalmentJson(issued.stored.instalment)],
    ['Invoice', toInvoiceJson(issued.stored.invoice, '2026-03-02')],
    ['Payment', toPaymentJson(issued.deposited.payment)],
  ] as const) {
    it(`has exactly the contract's fields for a ${name.toLowerCase()}`, () => {
      expect(Object.keys(json).sort()).to.deep.equal(getFields(name));
    });
  }
});
