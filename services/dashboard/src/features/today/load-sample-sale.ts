import { type ApiClient, readBody } from '../../api/client.js';
import { milestone, type SampleUnit, sampleHolds, samplePlan, soldNumber, toNewHold } from './sample-sale.js';

/** Holds units, sells one in instalments, records a partial payment and marks a milestone as reached. */
export async function loadSampleSale(
  api: ApiClient,
  propertyId: string,
  units: readonly SampleUnit[],
  leads: ReadonlyMap<string, string>,
  buyer: string,
): Promise<void> {
  for (const sample of sampleHolds) {
    const [leadId, unit] = [leads.get(sample.lead), units.find(({ number }) => number === sample.unit)];
    if (leadId !== undefined && unit) await api.POST('/v1/holds', { body: toNewHold(sample, leadId, unit) });
  }
  const [buyerId, sold] = [leads.get(buyer), units.find(({ number }) => number === soldNumber)];
  if (buyerId === undefined || !sold) return;
  const { data: plan } = await readBody(api.POST('/v1/payment-plans', { body: samplePlan }));
  const body = { unit_id: sold.id, deal_value: sold.price.amount, payment_plan_id: plan.id };
  const { data: won } = await readBody(api.POST('/v1/leads/{id}/won', { params: { path: { id: buyerId } }, body }));
  const query = { deal_id: won.deal.id, order: 'asc' as const };
  const { data: invoices } = await readBody(api.GET('/v1/invoices', { params: { query } }));
  const [first] = invoices;
  if (first !== undefined) {
    const payment = { amount: Math.round(first.amount / 2), method: 'bank_transfer', reference: 'SAMPLE-1' } as const;
    await api.POST('/v1/invoices/{id}/payments', { params: { path: { id: first.id } }, body: payment });
  }
  const params = { path: { id: propertyId } };
  await api.POST('/v1/properties/{id}/milestones', { params, body: { name: milestone } });
}
