import type { Stage } from '../../api/enums.js';
import { stages } from '../../api/enums.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { toLabel } from '../../ui/format/label.js';
import type { StageSummary } from './stage-counts.js';

type Counts = readonly Pick<StageSummary, 'stage' | 'count'>[];

function listMatches(rows: Counts): Counts {
  const ordered = stages.flatMap((stage) => rows.filter((row) => row.stage === stage));
  return ordered.filter(({ count }) => count > 0);
}

/** Returns the first stage with a match, if there is one. */
export function findFirstMatch(rows: Counts): Stage | undefined {
  return listMatches(rows)[0]?.stage;
}

/** Describes the number of matches by stage, because a match can be in a column that is out of view. */
export function describeMatches(rows: Counts): string {
  const matches = listMatches(rows);
  const total = matches.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return 'No leads found.';
  const places = matches.map(({ stage, count }) => `${formatNumber(count)} in ${toLabel(stage)}`);
  return `${formatNumber(total)} ${total === 1 ? 'lead' : 'leads'} found: ${places.join(', ')}.`;
}
