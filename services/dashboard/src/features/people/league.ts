import type { components } from '../../../gen/api.js';
import { toSeconds } from '../../ui/format/format-duration.js';

type ReportedAgent = components['schemas']['AgentReport']['agents'][number];

export interface LeagueRow extends ReportedAgent {
  /** Starts at 1. Agents with equal figures share a rank. */
  readonly rank: number;
}

const findMax = (amounts: readonly number[]) => amounts.reduce((max, amount) => Math.max(max, amount), 0);

/**
 * Figures by which agents can be ranked. Revenue in several currencies can't be added up, so only the largest amount
 * counts.
 */
const sortValues = {
  deals: ({ deals_closed }: ReportedAgent) => deals_closed,
  revenue: ({ revenue }: ReportedAgent) => findMax(revenue.map(({ closed }) => closed)),
  assigned: ({ leads }: ReportedAgent) => leads.assigned,
  conversion: ({ conversion_rate }: ReportedAgent) => conversion_rate,
  response: ({ average_response_time }: ReportedAgent) => toSeconds(average_response_time) || Number.POSITIVE_INFINITY,
} as const;

type LeagueSort = keyof typeof sortValues;

export function findSort(text: string | undefined): LeagueSort {
  const names: LeagueSort[] = ['deals', 'revenue', 'assigned', 'conversion', 'response'];
  return names.find((name) => name === text) ?? 'deals';
}

/** Sorts agents by a figure and ranks them. */
export function rankAgents(
  agents: readonly ReportedAgent[],
  sort: LeagueSort,
  isDescending: boolean,
): readonly LeagueRow[] {
  const readSortValue = sortValues[sort];
  const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);
  const sign = isDescending ? -1 : 1;
  const sorted = [...agents].sort((a, b) => sign * compare(readSortValue(a), readSortValue(b)));
  return sorted.map((agent) => ({
    ...agent,
    rank: 1 + sorted.findIndex((other) => readSortValue(other) === readSortValue(agent)),
  }));
}
