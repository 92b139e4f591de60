import { allTime, type Counter, toDay, wholeWorkspace } from '../../counters/model/counter.js';
import { countMoney, subtractMoney } from '../../counters/model/money.js';
import { type Deal, getDealTotals } from './deal.js';

/**
 * Returns the counters of one deal on the day it was closed. Returns none if the deal is cancelled. The unpaid part of
 * the deal counts as pending. Amounts are counted by currency. A deal without stored totals counts as unpaid.
 */
export function countDeal(deal: Deal): Counter[] {
  if (deal.status === 'cancelled') return [];
  const { value, currency, commission, agent_id, lead_source } = deal;
  const day = toDay(deal.closed_at);
  const closed = { deals: 1, ...countMoney(`closed:${currency}`, value) };
  const unpaid = subtractMoney(value, getDealTotals(deal).paid);
  const pending = unpaid > 0 ? { pending: 1, ...countMoney(`pending:${currency}`, unpaid) } : {};
  const earned = countMoney(`commission:${currency}`, commission);
  const bySource = countMoney(`revenue:${lead_source}:${currency}`, value);
  const counters: Counter[] = [
    { agent_id: wholeWorkspace, day, counts: { ...closed, ...pending, ...earned, ...bySource } },
  ];
  if (agent_id === null) return counters;
  counters.push({ agent_id, day: allTime, counts: closed });
  counters.push({ agent_id, day, counts: { ...closed, ...pending, ...earned } });
  return counters;
}
