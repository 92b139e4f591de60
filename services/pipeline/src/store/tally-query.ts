import type { Filter } from '@plotline/kit/mongo/collection';
import { type Tally, whole } from '../domain/tally.js';

/** Which tallies are wanted. */
export interface TallyQuery {
  /** Of these agents; `each`: of every agent there is. `whole` among them is the workspace. */
  readonly agents: readonly string[] | 'each';
  /** Of these days, both inclusive; `whole`: of all time. */
  readonly days: { readonly from: string; readonly to: string } | typeof whole;
}

/** The query for stored tallies, and the name of the index that serves it. */
export function tallyFilter({ agents, days }: TallyQuery): { filter: Filter; hint: string } {
  const day = days === whole ? whole : { $gte: days.from, $lte: days.to };
  if (agents === 'each') return { filter: { day, agent_id: { $gt: whole } }, hint: 'day' };
  return { filter: { agent_id: agents.length === 1 ? agents[0] : { $in: [...agents] }, day }, hint: 'agent_day' };
}

/** The same for tallies at hand. */
export function isWanted({ agents, days }: TallyQuery, { agent_id, day }: Tally): boolean {
  const isDay = days === whole ? day === whole : day >= days.from && day <= days.to && day !== whole;
  return isDay && (agents === 'each' ? agent_id !== whole : agents.includes(agent_id));
}
