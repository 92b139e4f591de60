import type { History } from '../history/operation.js';
import type { Snapshot } from '../snapshot/snapshot.js';
import type { Violation } from './violation.js';

/** Checks that one of two merged leads remains, that it has the notes of both, and that one event reports the merge. */
export function checkMerges(merges: History['merges'], snapshot: Snapshot): Violation[] {
  const leads = new Map(snapshot.leads.map((lead) => [lead.id, lead]));
  const told = snapshot.events.filter(({ event }) => event === 'lead.merged');
  const own = merges.filter(({ tenant }) => tenant === snapshot.tenant);
  return own
    .flatMap(({ keep, merged }) => {
      const survivor = leads.get(keep);
      const joined = String(survivor?.notes).split('\n\n').length;
      const events = new Set(told.filter(({ data }) => data.merged_id === merged).map(({ id }) => id));
      return [
        ...(survivor ? [] : [`the survivor ${keep} is not there`]),
        ...(leads.has(merged) ? [`the merged lead ${merged} is there`] : []),
        ...(survivor && joined !== 2 ? [`the notes of ${keep} and ${merged} are not joined`] : []),
        ...(events.size === 1 ? [] : [`${events.size} events for the merge of ${merged}`]),
      ];
    })
    .map((message) => ({ rule: 'merges', tenant: snapshot.tenant, message }));
}
