import type { Records } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import { agentCounts, CounterTotals, type Days, wholeWorkspace } from '../domain/counter.js';
import type { StoredCounter } from './counter-collections.js';

interface CountsRow {
  readonly _id: string;
  readonly counts: Readonly<Record<string, number>>;
}

interface MoneyRow {
  readonly _id: { readonly agent_id: string; readonly name: string };
  readonly sum: number;
}

const sumsByName = Object.fromEntries(agentCounts.map((name) => [name, { $sum: `$counts.${name}` }]));

/**
 * What the stored counters of the days say of each agent, added up by the database: a year of many agents has more of them than fit into
 * memory. Money is counted under names of its currencies, on the few days with a deal.
 */
export async function sumAgentDays(
  records: Records<StoredCounter>,
  { from, to }: Days,
  session: ClientSession,
): Promise<Map<string, CounterTotals>> {
  const ofAgents = { day: { $gte: from, $lte: to }, agent_id: { $gt: wholeWorkspace } };
  const options = { hint: 'day', session };
  const sums = new Map<string, CounterTotals>();
  const counted = await records.aggregate<CountsRow>(
    [
      { $match: ofAgents },
      { $group: { _id: '$agent_id', ...sumsByName } },
      { $project: { counts: Object.fromEntries(agentCounts.map((name) => [name, `$${name}`])) } },
    ],
    options,
  );
  for (const { _id, counts } of counted) sums.set(_id, new CounterTotals([{ counts }]));
  const money = await records.aggregate<MoneyRow>(
    [
      { $match: { ...ofAgents, 'counts.deals': { $gt: 0 } } },
      { $project: { agent_id: 1, counts: { $objectToArray: '$counts' } } },
      { $unwind: '$counts' },
      { $match: { 'counts.k': /:/ } },
      { $group: { _id: { agent_id: '$agent_id', name: '$counts.k' }, sum: { $sum: '$counts.v' } } },
    ],
    options,
  );
  for (const { _id, sum } of money) sums.get(_id.agent_id)?.add({ [_id.name]: sum });
  return sums;
}
