import { addLead, invoiceOf, move, pay, type SalesFixture, startSales, unitTerms, win } from './sales-fixture.js';

const dayMs = 86_400_000;

/**
 * Fixture with five leads: four from this month and one from two months ago. There are two deals, one of them paid, and
 * a cancelled deal.
 */
export async function startAnalytics(): Promise<SalesFixture> {
  const fixture = await startSales('unit_1', 'unit_2');
  const { context } = fixture;
  const now = new Date();
  const fresh = { created_at: now, stage_entered_at: now, stage_history: { new: now }, assigned_at: now };
  const old = new Date(now.getTime() - 45 * dayMs);
  const [sold, paid, lost, reopened] = [
    await addLead(context, fresh),
    await addLead(context, { ...fresh, source: 'referral' }),
    await addLead(context, { ...fresh, assigned_agent: null, assigned_at: null }),
    await addLead(context, { ...fresh, source: 'referral', assigned_agent: 'agent_2' }),
  ];
  await addLead(context, { created_at: old, stage_entered_at: old, stage_history: { new: old }, assigned_at: old });
  await win(context, sold.id, unitTerms);
  const { deal } = await win(context, paid.id, {
    ...unitTerms,
    property_id: 'prop_1',
    value: 1_000.5,
    commission: 9,
  });
  await pay(context, (await invoiceOf(context, deal.id)).id);
  await win(context, reopened.id, { ...unitTerms, property_id: 'unit_2' });
  await move(context, reopened.id, 'negotiation');
  await move(context, lost.id, 'contacted');
  await move(context, lost.id, 'lost');
  return fixture;
}
