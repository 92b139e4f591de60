import type { Tenant } from '@plotline/kit/core/caller';
import type { Counters } from '@plotline/kit/store/counters';
import type { ClientSession } from 'mongoose';
import { agentCounts, CounterTotals, type Days } from '../model/counter.js';

interface CountsRow {
  readonly _id: string;
  readonly counts: Readonly<Record<string, number>>;
}

interface MoneyRow {
  readonly _id: { readonly agent_id: string; readonly name: string };
  readonly sum: number;
}

const sumsByName = Object.fromEntries(agentCounts.map((name) => [name, { $sum: `$counts.${name}` }]));

/** Reads the agent from a key such as `agent/2026-03-01/agent_1`. */
const agentOfKey = { $arrayElemAt: [{ $split: ['$key', '/'] }, 2] };

/**
 * Adds up each agent's counters of the days. The database does this, because the counters of many agents for a year
 * don't fit into memory. Sums of money are read separately, because their names contain a currency. Only the few days
 * with a deal have any.
 */
export async function sumAgentDays(
  counters: Counters,
  tenant: Tenant,
  { from, to }: Days,
  session: ClientSession,
): Promise<Map<string, CounterTotals>> {
  // No character of an id sorts after the tilde.
  const range = { from: `agent/${from}/`, to: `agent/${to}/~` };
  const sums = new Map<string, CounterTotals>();
  const counted = await counters.aggregate<CountsRow>(
    tenant,
    range,
    [
      { $group: { _id: agentOfKey, ...sumsByName } },
      { $project: { counts: Object.fromEntries(agentCounts.map((name) => [name, `$${name}`])) } },
    ],
    session,
  );
  for (const { _id, counts } of counted) {
    const totals = new CounterTotals([{ counts }]);
    if (Object.keys(totals.toCounts()).length > 0) sums.set(_id, totals);
  }
  const money = await counters.aggregate<MoneyRow>(
    tenant,
    range,
    [
      { $match: { 'counts.deals': { $gt: 0 } } },
      { $project: { agent_id: agentOfKey, counts: { $objectToArray: '$counts' } } },
      { $unwind: '$counts' },
      { $match: { 'counts.k': /:/ } },
      { $group: { _id: { agent_id: '$agent_id', name: '$counts.k' }, sum: { $sum: '$counts.v' } } },
    ],
    session,
  );
  for (const { _id, sum } of money) sums.get(_id.agent_id)?.add({ [_id.name]: sum });
  return sums;
}
