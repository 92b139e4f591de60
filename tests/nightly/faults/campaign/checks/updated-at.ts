import type { Observation } from '../history/operation.js';
import type { Violation } from './violation.js';

/** Checks that `updated_at` never decreases: an answer to a later request must not have an earlier time. */
export function checkUpdatedAt(observations: readonly Observation[]): Violation[] {
  const byRecord = new Map<string, Observation[]>();
  for (const seen of observations) byRecord.set(seen.id, [...(byRecord.get(seen.id) ?? []), seen]);
  return [...byRecord].flatMap(([id, all]) => {
    const byEnd = [...all].sort((one, other) => one.endedAt - other.endedAt);
    const bySending = [...all].sort((one, other) => one.sentAt - other.sentAt);
    let latest: Observation | undefined;
    let place = 0;
    return bySending.flatMap((seen) => {
      for (let earlier = byEnd[place]; earlier && earlier.endedAt < seen.sentAt; earlier = byEnd[place]) {
        if (!latest || earlier.updatedAt > latest.updatedAt) latest = earlier;
        place += 1;
      }
      if (!latest || seen.updatedAt >= latest.updatedAt) return [];
      const message = `updated_at of ${id} went back from ${latest.updatedAt} (${latest.requestId}) to ${seen.updatedAt} (${seen.requestId})`;
      return [{ rule: 'updated-at', tenant: seen.requestId, message }];
    });
  });
}
