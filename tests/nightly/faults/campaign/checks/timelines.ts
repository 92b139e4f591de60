import { isDeepStrictEqual } from 'node:util';
import { isTree } from '../../../../support/contract/tree.js';
import type { SeenRecord, Snapshot } from '../snapshot/snapshot.js';
import { show, type Violation } from './violation.js';

/** Entries record the loss reason, but leads don't show it. */
const hidden: ReadonlySet<string> = new Set(['loss_reason']);

interface FieldStep {
  readonly entryId: string;
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** Returns whether the entry is about a task. Its fields are not fields of the lead. */
const isOfTask = ({ type }: SeenRecord) => typeof type === 'string' && type.startsWith('task_');

function listSteps(timeline: readonly SeenRecord[]): FieldStep[] {
  const entries = timeline.filter((entry) => !isOfTask(entry));
  return entries.flatMap(({ id: entryId, changes }) =>
    Object.entries(isTree(changes) ? changes : {}).flatMap(([field, change]) =>
      isTree(change) && !hidden.has(field) ? [{ entryId, field, from: change.from, to: change.to }] : [],
    ),
  );
}

/** Values that fields have before any entry changes them. Other fields may be set when the lead is created. */
const initial: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['stage', 'new'],
  ['assigned_agent', null],
]);

/**
 * Checks that each change of a field starts from the value that the previous change set, and that the last change sets
 * the current value.
 */
function checkFields(lead: SeenRecord, timeline: readonly SeenRecord[]): string[] {
  const last = new Map(initial);
  const faults: string[] = [];
  for (const { entryId, field, from, to } of listSteps(timeline)) {
    if (last.has(field) && !isDeepStrictEqual(last.get(field), from))
      faults.push(`${lead.id}: ${field} was ${show(last.get(field))}, and entry ${entryId} begins with ${show(from)}`);
    last.set(field, to);
  }
  const unfit = [...last].filter(([field, value]) => !isDeepStrictEqual(value, lead[field]));
  return [
    ...faults,
    ...unfit.map(([field, to]) => `${lead.id}: ${field} is ${show(lead[field])}, its timeline ends with ${show(to)}`),
  ];
}

function checkLead(lead: SeenRecord, snapshot: Snapshot): string[] {
  const timeline = snapshot.timelines.get(lead.id) ?? [];
  const count = (type: string) => timeline.filter((entry) => entry.type === type).length;
  const deals = snapshot.deals.filter(({ lead_id }) => lead_id === lead.id);
  const expected = {
    // The timeline of a merged lead is part of the survivor's.
    created: 1 + count('merged'),
    deal_closed: deals.length,
    deal_cancelled: deals.filter(({ status }) => status === 'cancelled').length,
  };
  const ids = new Set(timeline.map(({ id }) => id));
  const moves = snapshot.events.filter(({ event, data }) => event === 'lead.stage_changed' && data.id === lead.id);
  const distinctMoves = new Set(moves.map(({ id }) => id)).size;
  return [
    ...checkFields(lead, timeline),
    ...Object.entries(expected)
      .filter(([type, wanted]) => count(type) !== wanted)
      .map(([type, wanted]) => `${lead.id} has ${count(type)} entries ${type}, not ${wanted}`),
    ...(ids.size === timeline.length ? [] : [`${lead.id} has an entry twice`]),
    ...(count('stage_change') === distinctMoves
      ? []
      : [`${lead.id} has ${count('stage_change')} moves in its timeline and ${distinctMoves} in its events`]),
  ];
}

/** Checks that a lead's timeline is complete, has no gaps, and ends at the lead's state. */
export function checkTimelines(snapshot: Snapshot): Violation[] {
  return snapshot.leads.flatMap((lead) =>
    checkLead(lead, snapshot).map((message) => ({ rule: 'timelines', tenant: snapshot.tenant, message })),
  );
}
