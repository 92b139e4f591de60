import type { ServiceClient } from './api-client.js';
import type { Portfolio } from './portfolio.js';

const dayMs = 24 * 60 * 60_000;
const milestone = 'Foundation';

const plan = {
  name: '20/30/50',
  instalments: [
    { label: 'On signing', percent: 20, due: { on: 'sale', days: 14 } },
    { label: milestone, percent: 30, due: { on: 'milestone', milestone, days: 30 } },
    { label: 'On completion', percent: 50, due: { on: 'completion', days: 0 } },
  ],
};

/** Leads of the sales. The last lead is a duplicate of the first, to demonstrate a merge. */
const people = [
  ['Noor Haddad', 'noor.haddad'],
  ['Jonas Weber', 'jonas.weber'],
  ['Maya Silva', 'maya.silva'],
  ['Elena Rossi', 'elena.rossi'],
  ['N. Haddad', 'noor.haddad'],
] as const;

type Unit = Portfolio['units'][number];

async function holdUnits(client: ServiceClient, units: readonly Unit[], leadIds: readonly string[]): Promise<void> {
  const [held, other] = units;
  const [holder, waiting, late] = leadIds;
  if (!held || !other) return;
  const deposit = {
    amount: Math.round(held.price / 50),
    currency: 'USD',
    due_at: new Date(Date.now() - (Date.now() % dayMs) + 3 * dayMs).toISOString(),
  };
  const holds = [
    { unit_id: held.id, lead_id: holder, deposit, notes: 'Decides after the weekend' },
    { unit_id: held.id, lead_id: waiting, queue: true },
    // This hold has expired when the demo data is complete.
    { unit_id: other.id, lead_id: late, expires_in: 1 },
  ];
  for (const [index, hold] of holds.entries()) await client.record('inventory', '/v1/holds', `hold ${index}`, hold);
}

/**
 * Sells a unit in instalments, records a payment of half of the first instalment, and marks the second instalment's
 * milestone as reached.
 */
async function sellInInstalments(
  client: ServiceClient,
  { id, price, propertyId }: Unit,
  leadId: string,
): Promise<void> {
  const { id: planId } = await client.record('pipeline', '/v1/payment-plans', 'plan', plan);
  const sale = { unit_id: id, deal_value: price, payment_plan_id: planId };
  await client.record('pipeline', `/v1/leads/${leadId}/won`, 'sale in instalments', sale);
  const [invoice] = await client.list('pipeline', `/v1/invoices?lead_id=${leadId}&sort=created_at&order=asc`);
  if (!invoice) throw new Error('The sale in instalments has no invoice.');
  const payment = { amount: Math.round(price / 10), method: 'bank_transfer', reference: 'DEMO-1' };
  await client.record('pipeline', `/v1/invoices/${invoice.id}/payments`, 'part payment', payment);
  await client.post('inventory', `/v1/properties/${propertyId}/milestones`, 'milestone', { name: milestone });
}

/** Creates leads that hold units, a lead that buys a unit in instalments, and a duplicate. Uses the last units. */
export async function seedSales(client: ServiceClient, { units }: Portfolio, agents: readonly string[]): Promise<void> {
  const leads = people.map(([name, mailbox], index) => ({
    name,
    email: `${mailbox}@buyers.example`,
    source: 'referral',
    assigned_agent: agents[index % agents.length],
  }));
  const created = await client.records('pipeline', '/v1/leads/bulk', 'leads of the sale', { leads });
  const leadIds = created.map(({ id }) => id);
  const free = units.filter(({ isFree }) => isFree).slice(-3);
  await holdUnits(client, free, leadIds);
  const [sold, buyer] = [free[2], leadIds[3]];
  if (sold && buyer !== undefined) await sellInInstalments(client, sold, buyer);
}
