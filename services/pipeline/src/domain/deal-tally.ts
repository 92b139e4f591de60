import type { Deal } from './deal.js';
import type { InvoiceStatus } from './invoice.js';
import { countMoney } from './money-count.js';
import { dayOf, type Tally, whole } from './tally.js';

/**
 * What a deal counts as, on the day it was closed: nothing once it is cancelled; as pending while its invoice is open.
 * Amounts are counted by currency.
 */
export function dealTallies(deal: Deal, invoice: InvoiceStatus): Tally[] {
  if (deal.status === 'cancelled') return [];
  const { value, currency, commission, agent_id, lead_source } = deal;
  const day = dayOf(deal.closed_at);
  const closed = { deals: 1, ...countMoney(`closed:${currency}`, value) };
  const pending = invoice === 'open' ? { pending: 1, ...countMoney(`pending:${currency}`, value) } : {};
  const earned = countMoney(`commission:${currency}`, commission);
  const bySource = countMoney(`revenue:${lead_source}:${currency}`, value);
  const tallies: Tally[] = [{ agent_id: whole, day, counts: { ...closed, ...pending, ...earned, ...bySource } }];
  if (agent_id === null) return tallies;
  tallies.push({ agent_id, day: whole, counts: closed });
  tallies.push({ agent_id, day, counts: { ...closed, ...pending, ...earned } });
  return tallies;
}
