import { isTree, textOf, treesOf } from '../../../../support/contract/tree.js';
import type { createHoldingLeads } from './holding-leads.js';
import { type Action, type Actor, happens, newName, pickOne } from './tenant.js';

const planPath = '/v1/payment-plans';

/** Sales of held units with a payment plan, the payments for them, and milestones of the property. */
export function createInstalmentActions(actor: Actor, leads: ReturnType<typeof createHoldingLeads>): readonly Action[] {
  const { client, random, tenant } = actor;
  const planIds: string[] = [];

  async function createPlan(): Promise<string | undefined> {
    // A single instalment of the whole value. Then each deal has one invoice, as other checks expect.
    const instalments = [{ label: 'All', percent: 100, due: { on: 'sale', days: 0 } }];
    const body = { name: newName(actor), instalments };
    const { data } = await client.call({ name: 'createPaymentPlan', method: 'POST', path: planPath, body });
    return isTree(data) ? textOf(data.id) : undefined;
  }

  async function keepPlan(): Promise<void> {
    const id = await createPlan();
    if (!id) return;
    planIds.push(id);
    const path = `${planPath}/${id}`;
    await client.call({ name: 'updatePaymentPlan', method: 'PUT', path, body: { name: newName(actor) } });
    await client.call({ name: 'getPaymentPlan', method: 'GET', path });
    await client.call({ name: 'listPaymentPlans', method: 'GET', path: `${planPath}?cursor=` });
  }

  async function dropPlan(): Promise<void> {
    const id = await createPlan();
    // 404 if the deletion is repeated after its answer was lost.
    const call = { name: 'deletePaymentPlan', method: 'DELETE', expected: [204, 404] } as const;
    if (id) await client.call({ ...call, path: `${planPath}/${id}` });
  }

  async function win(): Promise<void> {
    const [lead, payment_plan_id] = [await leads.findOpen(), pickOne(random, planIds)];
    if (!lead || !payment_plan_id) return;
    // No two sales of a tenant have the same value. The values of other actors' sales are smaller.
    const deal_value = 10_000_000 + client.count * 100 + Number(actor.name.at(-1));
    const sale = { unit_id: random.pick(tenant.heldUnitIds), deal_value, payment_plan_id };
    const { data } = await client.call({
      name: 'winLead',
      method: 'POST',
      path: `/v1/leads/${lead.id}/won`,
      body: sale,
      hasKey: happens(random, 70),
      expected: [200, 409],
      effects: [
        { kind: 'sale', leadId: lead.id, listingId: sale.unit_id, value: deal_value },
        { kind: 'write', resource: 'lead', id: lead.id, fields: { stage: 'won' } },
      ],
    });
    if (!isTree(data)) return;
    lead.sale = sale;
    lead.dealId = isTree(data.deal) ? textOf(data.deal.id) : undefined;
  }

  async function reopen(): Promise<void> {
    const lead = leads.findWon();
    if (!lead) return;
    const fields = { stage: 'negotiation' };
    const { operation } = await client.call({
      name: 'moveLead',
      method: 'POST',
      path: `/v1/leads/${lead.id}/stage`,
      body: fields,
      expected: [200, 409],
      effects: [{ kind: 'write', resource: 'lead', id: lead.id, fields }],
    });
    if (operation.answer?.status !== 200) return;
    lead.sale = undefined;
    lead.dealId = undefined;
  }

  /** Pays part of an invoice and undoes the payment. The recount of revenue knows only paid and unpaid invoices. */
  async function payAndTakeBack(): Promise<void> {
    const dealId = leads.findWon()?.dealId;
    if (!dealId) return;
    await client.call({ name: 'listDealInstalments', method: 'GET', path: `/v1/deals/${dealId}/instalments` });
    await client.call({ name: 'getDealStatement', method: 'GET', path: `/v1/deals/${dealId}/statement` });
    const { data } = await client.call({ name: 'listInvoices', method: 'GET', path: `/v1/invoices?deal_id=${dealId}` });
    const [invoice] = treesOf(data);
    if (!invoice) return;
    const path = `/v1/invoices/${String(invoice.id)}/payments`;
    const body = { amount: random.between(1, 500), method: 'card' };
    // 409 when the deal was cancelled, or the invoice is already paid.
    const paid = await client.call({ name: 'createInvoicePayment', method: 'POST', path, body, expected: [201, 409] });
    await client.call({ name: 'listInvoicePayments', method: 'GET', path });
    const id = isTree(paid.data) ? textOf(paid.data.id) : undefined;
    const call = { name: 'deleteInvoicePayment', method: 'DELETE', expected: [204, 404] } as const;
    if (id) await client.call({ ...call, path: `${path}/${id}` });
  }

  async function reachMilestone(): Promise<void> {
    const path = `/v1/properties/${tenant.propertyId}/milestones`;
    const name = newName(actor).replace('/', ' ');
    await client.call({ name: 'reachMilestone', method: 'POST', path, body: { name }, expected: [200, 201] });
    await client.call({ name: 'listMilestones', method: 'GET', path });
    const call = { name: 'deleteMilestone', method: 'DELETE', expected: [204, 404] } as const;
    await client.call({ ...call, path: `${path}/${encodeURIComponent(name)}` });
  }

  const readCash = async () => {
    await client.call({ name: 'getAnalyticsCash', method: 'GET', path: '/v1/analytics/cash' });
    await client.call({ name: 'getAnalyticsSeries', method: 'GET', path: '/v1/analytics/series?period=month' });
  };

  return [keepPlan, win, payAndTakeBack, win, dropPlan, reachMilestone, readCash, reopen, win];
}
