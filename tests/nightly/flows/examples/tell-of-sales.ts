import { eventually } from '../../../support/eventually.js';
import type { ExampleRecorder } from './example-recorder.js';
import type { Leads } from './tell-of-leads.js';
import type { Portfolio } from './tell-people-and-places.js';

async function tellOfRefusals(recorder: ExampleRecorder, { mariaId, tomId }: Leads, { unitId, propertyId }: Portfolio) {
  const offer = { property_id: unitId, deal_value: 1_700_000 };
  await recorder.call('POST', `/v1/leads/${tomId}/won`, { status: 409, summary: 'The unit is sold', body: offer });
  const other = { status: 409, summary: 'The lead is won with other values', body: offer };
  await recorder.call('POST', `/v1/leads/${mariaId}/won`, other);
  const inDeal = 'The unit is in an active deal';
  const free = { status: 409, summary: inDeal, body: { status: 'available' } };
  await recorder.call('PUT', `/v1/units/${unitId}`, free);
  const rented = { status: 409, summary: inDeal, body: { unit_ids: [unitId], status: 'rented' } };
  await recorder.call('PATCH', '/v1/units/bulk/status', rented);
  await recorder.call('DELETE', `/v1/units/${unitId}`, { status: 409, summary: inDeal });
  const holds = { status: 409, summary: 'A unit of the property is in an active deal' };
  await recorder.call('DELETE', `/v1/properties/${propertyId}`, holds);
  await recorder.call('DELETE', `/v1/leads/${mariaId}`, { status: 409, summary: 'The lead has an active deal' });
}

async function tellOfPayment(recorder: ExampleRecorder, leadId: string, dealId: string): Promise<void> {
  await recorder.call('GET', '/v1/deals?status=closed', { status: 200, summary: 'Closed deals' });
  await recorder.call('GET', `/v1/deals/${dealId}`, { status: 200, summary: 'One deal' });
  const open = { status: 200, summary: 'The invoice of a deal' };
  const [invoice] = (await recorder.call('GET', `/v1/invoices?deal_id=${dealId}`, open)).records;
  const payments = `/v1/invoices/${invoice?.id}/payments`;
  const part = { amount: 90_000, method: 'bank_transfer', reference: 'RF18 5390 0754 7034' };
  const recorded = { status: 201, summary: 'A part of the invoice is paid', body: part };
  const { record } = await recorder.call('POST', payments, recorded);
  const over = { amount: 1_790_000, method: 'cash' };
  await recorder.call('POST', payments, { status: 409, summary: 'The payment is more than the balance', body: over });
  await recorder.call('DELETE', `${payments}/${record.id}`, { status: 204, summary: 'The payment is reversed' });
  await recorder.call('GET', payments, { status: 200, summary: 'A payment that was reversed' });
  const paid = { status: 200, summary: 'The invoice is paid', body: {} };
  await recorder.call('POST', `/v1/invoices/${invoice?.id}/paid`, paid);
  await recorder.call('GET', `/v1/invoices/${invoice?.id}`, { status: 200, summary: 'A paid invoice' });
  const earned = { status: 200, summary: 'What agents earned' };
  const [commission] = (await recorder.call('GET', '/v1/commissions?status=earned', earned)).records;
  await recorder.call('GET', `/v1/commissions/${commission?.id}`, { status: 200, summary: 'One commission' });
  const summary = 'The invoice of the deal is paid';
  const back = { status: 409, summary, body: { stage: 'negotiation' } };
  await recorder.call('POST', `/v1/leads/${leadId}/stage`, back);
  await recorder.call('PUT', `/v1/leads/${leadId}`, back);
  await recorder.call('POST', `/v1/leads/${leadId}/lost`, { status: 409, summary, body: { reason: 'other' } });
}

async function tellOfCancellation(recorder: ExampleRecorder, leadId: string, unitId: string): Promise<void> {
  const sale = { unit_id: unitId, deal_value: 1_880_000 };
  const won = { status: 200, summary: 'A lead without an agent buys', body: sale };
  await recorder.call('POST', `/v1/leads/${leadId}/won`, won);
  const back = { status: 200, summary: 'The sale is reversed', body: { stage: 'negotiation', reason: 'No loan.' } };
  await recorder.call('POST', `/v1/leads/${leadId}/stage`, back);
  const voided = { status: 200, summary: 'Void invoices' };
  const [invoice] = (await recorder.call('GET', '/v1/invoices?status=void', voided)).records;
  await recorder.call('POST', `/v1/invoices/${invoice?.id}/paid`, {
    status: 409,
    summary: 'The invoice is void',
    body: {},
  });
}

const plan = {
  name: 'Off plan 20/30/50',
  instalments: [
    { label: 'On signing', percent: 20, due: { on: 'sale', days: 14 } },
    { label: 'Foundation', percent: 30, due: { on: 'milestone', milestone: 'foundation', days: 30 } },
    { label: 'Handover', percent: 50, due: { on: 'completion', days: 0 } },
  ],
};

async function tellOfPlans(recorder: ExampleRecorder, leadId: string, { otherUnitId, propertyId }: Portfolio) {
  const created = { status: 201, summary: 'A plan of three instalments', body: plan };
  const { record } = await recorder.call('POST', '/v1/payment-plans', created);
  const path = `/v1/payment-plans/${record.id}`;
  const first = { ...plan.instalments[0], percent: 30 };
  const wrong = { name: 'Off plan', instalments: [first, ...plan.instalments.slice(1)] };
  await recorder.call('POST', '/v1/payment-plans', { status: 422, summary: 'The percents sum to 110', body: wrong });
  await recorder.call('PUT', path, { status: 200, summary: 'Another name', body: { name: 'Off plan (2026)' } });
  await recorder.call('GET', path, { status: 200, summary: 'One plan' });
  await recorder.call('GET', '/v1/payment-plans', { status: 200, summary: 'Plans for new deals' });
  const sale = { unit_id: otherUnitId, deal_value: 1_880_000, payment_plan_id: record.id };
  const won = { status: 200, summary: 'A unit is sold in instalments', body: sale };
  await recorder.call('POST', `/v1/leads/${leadId}/won`, won);
  const [deal] = (await recorder.call('GET', `/v1/deals?lead_id=${leadId}`, { status: 200, summary: 'Of a lead' }))
    .records;
  const instalments = { status: 200, summary: 'The instalments of a deal' };
  await recorder.call('GET', `/v1/deals/${deal?.id}/instalments`, instalments);
  await tellOfMilestones(recorder, propertyId, deal?.id ?? '');
  await recorder.call('DELETE', path, { status: 204, summary: 'A plan that a deal uses is archived' });
}

/** Reaches the milestone that an instalment waits for. */
async function tellOfMilestones(recorder: ExampleRecorder, propertyId: string, dealId: string): Promise<void> {
  const path = `/v1/properties/${propertyId}/milestones`;
  const groundwork = { name: 'Foundation', reached_on: '2026-02-27' };
  const first = { status: 201, summary: 'The foundation is laid', body: groundwork };
  await recorder.call('POST', path, first);
  const again = { status: 200, summary: 'Reached before', body: { name: 'foundation' } };
  await recorder.call('POST', path, again);
  await recorder.call('POST', path, { status: 201, summary: 'Reached today', body: { name: 'Topping out' } });
  await recorder.call('GET', path, { status: 200, summary: 'Milestones of a property' });
  await eventually(async () => {
    const [, second] = (await recorder.api.get(`/v1/deals/${dealId}/instalments`)).records;
    if (second?.['status'] !== 'invoiced') throw new Error('The instalment is not invoiced.');
  });
  const invoiced = { status: 409, summary: 'An instalment was invoiced by it' };
  await recorder.call('DELETE', `${path}/foundation`, invoiced);
  await recorder.call('DELETE', `${path}/topping%20out`, { status: 204, summary: 'Deleted' });
  const statement = { status: 200, summary: 'What the buyer owes and paid' };
  await recorder.call('GET', `/v1/deals/${dealId}/statement`, statement);
  const month = { status: 200, summary: 'The last 30 days' };
  await recorder.call('GET', '/v1/analytics/cash?period=month', month);
}

async function tellOfFigures(recorder: ExampleRecorder, agentId: string): Promise<void> {
  // In a longer period, the number of weeks would depend on the weekday.
  const today = new Date().toISOString().slice(0, 10);
  const day = { status: 200, summary: 'One day' };
  await recorder.call('GET', `/v1/analytics/series?start_date=${today}&end_date=${today}`, day);
  for (const report of ['overview', 'funnel', 'sources', 'agents']) {
    await recorder.call('GET', `/v1/analytics/${report}?period=month`, { status: 200, summary: 'The last 30 days' });
  }
  const month = { status: 200, summary: 'The last 30 days' };
  await recorder.call('GET', `/v1/agents/${agentId}/stats?period=month`, month);
  const whole = { status: 200, summary: 'With team, newest leads and statistics' };
  await recorder.call('GET', `/v1/agents/${agentId}?expand=team,leads&include_stats=true`, whole);
  await recorder.call('GET', '/v1/agents?status=invited', { status: 200, summary: 'Those who have not accepted yet' });
}

/** Sells a unit to a lead who pays, and cancels another sale. */
export async function tellOfSales(recorder: ExampleRecorder, leads: Leads, portfolio: Portfolio): Promise<void> {
  const { mariaId, tomId } = leads;
  const sale = { unit_id: portfolio.unitId, deal_value: 1_790_000, commission: 53_700, notes: 'Cash.' };
  const won = { status: 200, summary: 'A unit is sold', body: sale };
  await recorder.call('POST', `/v1/leads/${mariaId}/won`, won);
  const [deal] = (await recorder.call('GET', `/v1/deals?lead_id=${mariaId}`, { status: 200, summary: 'Of a lead' }))
    .records;
  await tellOfRefusals(recorder, leads, portfolio);
  await tellOfPayment(recorder, mariaId, deal?.id ?? '');
  await tellOfCancellation(recorder, tomId, portfolio.otherUnitId);
  await tellOfPlans(recorder, tomId, portfolio);
  await tellOfFigures(recorder, portfolio.adaId);
}
