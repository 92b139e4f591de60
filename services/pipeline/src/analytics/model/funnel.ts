import { CounterTotals, type Counts, toFraction } from '../../counters/model/counter.js';
import { funnelStages, unknownReason } from '../../leads/model/count-lead.js';
import { lossReasons } from '../../leads/model/lead.js';

const dayMs = 24 * 3_600_000;

function computeAverageDays(totals: CounterTotals, stage: string): number | null {
  const count = totals.get(`time_to_stage_count:${stage}`);
  return count === 0 ? null : Math.round((totals.get(`time_to_stage_ms:${stage}`) / count / dayMs) * 100) / 100;
}

/** Counts the leads that reached each stage, from the counters of a period. */
export function createFunnel(counters: readonly Counts[]) {
  const totals = new CounterTotals(counters);
  return {
    stages: funnelStages.map((stage, place) => {
      const count = totals.get(`reached:${stage}`);
      const before = funnelStages[place - 1];
      return {
        stage,
        count,
        conversion_from_previous: before === undefined ? null : toFraction(count, totals.get(`reached:${before}`)),
        avg_days: computeAverageDays(totals, stage),
      };
    }),
    lost_by_reason: Object.fromEntries(
      [...lossReasons, unknownReason].map((reason) => [reason, totals.get(`loss_reason:${reason}`)]),
    ),
  };
}
