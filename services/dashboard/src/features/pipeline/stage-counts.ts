import type { components } from '../../../gen/api.js';
import type { Stage } from '../../api/enums.js';

/** Count and sums of a stage, with its first cards if they were requested. */
export type StageSummary = components['schemas']['LeadSummary']['stages'][number];

/** Updates the counts after a move. Keeps the sums until the server sends new ones. */
export function recount(rows: readonly StageSummary[], from: Stage, to: Stage): StageSummary[] {
  const change = (stage: Stage) => Number(stage === to) - Number(stage === from);
  return rows.map((row) => ({ ...row, count: Math.max(row.count + change(row.stage), 0) }));
}

/** Merges newer counts and sums, which come without cards. */
export function mergeCounts(rows: readonly StageSummary[], fresh: readonly StageSummary[]): StageSummary[] {
  const find = (stage: Stage) => fresh.find((row) => row.stage === stage);
  return rows.map((row) => ({ ...row, ...find(row.stage) }));
}

/** Returns the first page of a column from the summary. */
export function getFirstPage(rows: readonly StageSummary[], stage: Stage) {
  const { cards = [], next_cursor: next = null } = rows.find((row) => row.stage === stage) ?? {};
  return { cards, next };
}
