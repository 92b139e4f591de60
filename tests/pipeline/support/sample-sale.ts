import type { Sale, SaleFacts } from '@plotline/pipeline/sales/model/sale';
import { startedAt } from './sample-lead.js';

/** Sale of a unit to the sample lead, still in progress. */
export function sampleSale(change: Partial<Sale> = {}): Sale {
  return {
    id: 'deal_1',
    version: 1,
    state: 'selling',
    lead_id: 'lead_1',
    unit_id: 'unit_1',
    terms: { property_id: 'unit_1', value: 450_000, commission: null, notes: null },
    agent_id: 'agent_1',
    rate: 0.03,
    stage_entered_at: startedAt,
    fallback_currency: 'EUR',
    actor: { type: 'key', id: 'key_1', name: 'Key' },
    request_id: 'request-1',
    created_at: startedAt,
    resume_at: startedAt,
    undone_at: null,
    attempts: 0,
    ...change,
  };
}

/** Facts of a sale that issues one invoice for the value. */
export const sampleFacts: SaleFacts = {
  propertyId: 'prop_1',
  currency: 'USD',
  commissionId: 'com_1',
  plan: null,
  milestoneIds: [],
  deposit: null,
  invoices: [{ invoiceId: 'inv_1', invoiceCount: 42, paymentId: 'pay_1' }],
};
