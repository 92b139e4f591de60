import { lossReasons } from './lead.js';
import { funnelStages, unknownReason } from './lead-tally.js';
import { Figures, fraction, type Tally } from './tally.js';

const dayMs = 24 * 3_600_000;

function averageDays(figures: Figures, stage: string): number | null {
  const timed = figures.of(`timed:${stage}`);
  return timed === 0 ? null : Math.round((figures.of(`took:${stage}`) / timed / dayMs) * 100) / 100;
}

/** How far the leads of some days came, from the tallies of those days. */
export function funnelOf(days: readonly Tally[]) {
  const figures = new Figures(days);
  return {
    stages: funnelStages.map((stage, place) => {
      const count = figures.of(`reached:${stage}`);
      const before = funnelStages[place - 1];
      return {
        stage,
        count,
        conversion_from_previous: before === undefined ? null : fraction(count, figures.of(`reached:${before}`)),
        avg_days: averageDays(figures, stage),
      };
    }),
    lost_by_reason: Object.fromEntries(
      [...lossReasons, unknownReason].map((reason) => [reason, figures.of(`reason:${reason}`)]),
    ),
  };
}
