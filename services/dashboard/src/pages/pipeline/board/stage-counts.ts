import type { components } from '../../../../gen/api.js';
import type { Stage } from './card.js';

/** Count and sums of a stage, and the first cards where they were asked for. */
export type StageSummary = components['schemas']['LeadSummary']['stages'][number];

/** The counts after a card moved. The sums stay until the server has told them. */
export function recount(rows: readonly StageSummary[], from: Stage, to: Stage): StageSummary[] {
  const change = (stage: Stage) => Number(stage === to) - Number(stage === from);
  return rows.map((row) => ({ ...row, count: Math.max(row.count + change(row.stage), 0) }));
}

/** Takes over counts and sums that were read later, without cards. */
export function mergeCounts(rows: readonly StageSummary[], fresh: readonly StageSummary[]): StageSummary[] {
  const find = (stage: Stage) => fresh.find((row) => row.stage === stage);
  return rows.map((row) => ({ ...row, ...find(row.stage) }));
}

/** The first page of a column, as the summary has it. */
export function takeFirstPage(rows: readonly StageSummary[], stage: Stage) {
  const { cards = [], next_cursor: next = null } = rows.find((row) => row.stage === stage) ?? {};
  return { cards, next };
}
