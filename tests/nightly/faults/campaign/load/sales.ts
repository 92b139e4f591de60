import { isTree, textOf, treesOf } from '../../../../support/contract/tree.js';
import { newLead } from './lead-fields.js';
import { type Action, type Actor, happens, pickOne } from './tenant.js';

interface OwnLead {
  readonly id: string;
  sale?: { readonly property_id: string; readonly deal_value: number } | undefined;
  dealId?: string | undefined;
}

/** Leads that are won for contested units, their invoices, and reopened leads. */
export function createSaleActions(actor: Actor): readonly Action[] {
  const { client, random, tenant } = actor;
  const own: OwnLead[] = [];
  const won = (): OwnLead | undefined =>
    pickOne(
      random,
      own.filter(({ sale }) => sale !== undefined),
    );

  async function create(): Promise<OwnLead | undefined> {
    const lead = newLead(actor);
    const { data } = await client.call({
      name: 'createLead',
      method: 'POST',
      path: '/v1/leads',
      body: lead,
      expected: [201],
      effects: [{ kind: 'create', resource: 'lead', name: lead.name, fields: { ...lead, stage: 'new' } }],
    });
    if (!isTree(data)) return undefined;
    const created = { id: String(data.id) };
    own.push(created);
    return created;
  }

  async function callWon(lead: OwnLead, sale: NonNullable<OwnLead['sale']>, hasKey: boolean): Promise<void> {
    const { data } = await client.call({
      name: 'winLead',
      method: 'POST',
      path: `/v1/leads/${lead.id}/won`,
      body: sale,
      hasKey,
      expected: [200, 409],
      effects: [
        { kind: 'sale', leadId: lead.id, listingId: sale.property_id, value: sale.deal_value },
        { kind: 'write', resource: 'lead', id: lead.id, fields: { stage: 'won' } },
      ],
    });
    if (!isTree(data)) return;
    lead.sale = sale;
    lead.dealId = isTree(data.deal) ? textOf(data.deal.id) : undefined;
  }

  async function win(): Promise<void> {
    const lead =
      pickOne(
        random,
        own.filter(({ sale }) => sale === undefined),
      ) ?? (await create());
    if (!lead) return;
    const listing = happens(random, 10) ? tenant.propertyId : random.pick(tenant.unitIds);
    // No two sales of a tenant have the same value.
    const value = 100_000 + client.count * 100 + Number(actor.name.at(-1));
    await callWon(lead, { property_id: listing, deal_value: value }, happens(random, 70));
  }

  async function repeat(): Promise<void> {
    const lead = won();
    if (lead?.sale) await callWon(lead, lead.sale, false);
  }

  async function reopen(): Promise<void> {
    const lead = won();
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

  async function pay(): Promise<void> {
    const dealId = won()?.dealId;
    if (!dealId) return;
    const { data } = await client.call({ name: 'listInvoices', method: 'GET', path: `/v1/invoices?deal_id=${dealId}` });
    const [invoice] = treesOf(data);
    if (!invoice) return;
    const invoiceId = String(invoice.id);
    await client.call({
      name: 'payInvoice',
      method: 'POST',
      path: `/v1/invoices/${invoiceId}/paid`,
      body: {},
      effects: [{ kind: 'payment', invoiceId }],
    });
    await client.call({ name: 'getInvoice', method: 'GET', path: `/v1/invoices/${invoiceId}` });
  }

  async function readDeal(): Promise<void> {
    const dealId = won()?.dealId;
    if (!dealId) return;
    await client.call({ name: 'getDeal', method: 'GET', path: `/v1/deals/${dealId}` });
    const path = `/v1/commissions?deal_id=${dealId}`;
    const { data } = await client.call({ name: 'listCommissions', method: 'GET', path });
    const [commission] = treesOf(data);
    const id = String(commission?.id);
    if (commission) await client.call({ name: 'getCommission', method: 'GET', path: `/v1/commissions/${id}` });
  }

  return [win, repeat, readDeal, pay, win, reopen, win];
}
