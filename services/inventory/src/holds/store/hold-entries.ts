import type { Actor } from '@plotline/kit/core/caller';
import { diff, type EntryInput, type EventInput, previousValues } from '@plotline/kit/store/journal/entry';
import type { EndReason, Hold } from '../model/hold.js';
import { toHoldJson } from '../model/hold-json.js';
import type { HoldEvent } from '../model/holding.js';

/** Entry about a change of a hold in the timeline of a lead. */
interface LeadEntry {
  readonly lead_id: string;
  readonly type: 'unit_held' | 'unit_queued' | 'hold_extended' | 'hold_ended';
  readonly description: string;
}

/** Name of the hold's unit, for descriptions. */
type UnitName = Pick<{ readonly name: string }, 'name'>;

const until = ({ expires_at }: Hold) => expires_at?.toISOString() ?? 'an unknown time';

function describeStart(hold: Hold, { name }: UnitName): LeadEntry {
  const { lead_id, status, position } = hold;
  if (status === 'queued') {
    return { lead_id, type: 'unit_queued', description: `The lead waits for unit ${name} at place ${position}.` };
  }
  return { lead_id, type: 'unit_held', description: `Unit ${name} is held until ${until(hold)}.` };
}

const endings: Readonly<Record<EndReason, string>> = {
  sold: 'The unit was sold to the lead.',
  expired: 'Its time has passed.',
  released: 'It was released.',
  unit_sold: 'The unit was sold to another lead.',
  unit_withdrawn: 'The unit was taken off the market.',
  lead_lost: 'The lead was lost.',
  lead_deleted: 'The lead was deleted.',
  lead_merged: 'The lead holds the unit already, after a merge.',
};

function describeEnd({ lead_id, ended_reason }: Hold, { name }: UnitName): LeadEntry[] {
  // A deleted lead has no timeline.
  if (ended_reason === null || ended_reason === 'lead_deleted') return [];
  return [{ lead_id, type: 'hold_ended', description: `The hold on unit ${name} ended. ${endings[ended_reason]}` }];
}

function describeTransfer({ before, after, isMerge }: HoldEvent, unit: UnitName): LeadEntry[] {
  if (isMerge || !before) return [];
  const start = describeStart(after, unit);
  if (before.lead_id === after.lead_id) return [start];
  const description = `The hold on unit ${unit.name} went to another lead.`;
  return [{ lead_id: before.lead_id, type: 'hold_ended', description }, start];
}

/** Returns the timeline entries about a change of a hold, for the leads that it concerns. */
function toLeadEntries(event: HoldEvent, unit: UnitName): LeadEntry[] {
  const { name, after } = event;
  switch (name) {
    case 'created':
    case 'activated':
      return [describeStart(after, unit)];
    case 'extended': {
      const description = `The hold on unit ${unit.name} was extended until ${until(after)}.`;
      return [{ lead_id: after.lead_id, type: 'hold_extended', description }];
    }
    case 'transferred':
      return describeTransfer(event, unit);
    case 'released':
    case 'expired':
    case 'converted':
      return describeEnd(after, unit);
    case 'deposit_paid':
    case 'updated':
      return [];
  }
}

/**
 * Creates the internal event that the pipeline service turns into a timeline entry. It contains the actor of the entry.
 */
function toTimelineEvent(entry: LeadEntry, { after, remark = null }: HoldEvent, { type, id, name }: Actor): EventInput {
  const about = { hold_id: after.id, unit_id: after.unit_id, reason: remark };
  return { name: 'timeline.hold', data: { ...entry, ...about, actor: { type, id, name } } };
}

const verbs: Readonly<Record<HoldEvent['name'], string>> = {
  created: 'made',
  activated: 'made active',
  extended: 'extended',
  transferred: 'transferred',
  released: 'released',
  expired: 'ended by its time',
  converted: 'converted into a sale',
  deposit_paid: 'changed: its deposit was paid',
  updated: 'changed',
};

/**
 * Creates the journal entry for a change of a hold, with its events. The entry outlives the lead, so it doesn't keep
 * the notes. The event contains the previous notes only if a person changed them. Otherwise the change may be the
 * removal of a deleted lead's notes.
 */
export function toHoldEntry(event: HoldEvent, unit: UnitName, actor: Actor): EntryInput {
  const { name, before, after } = event;
  const data = toHoldJson(after);
  const { notes, ...changes } = before ? diff(toHoldJson(before), data) : {};
  const previous = previousValues(name === 'updated' && notes ? { ...changes, notes } : changes);
  const told = { version: after.version, data, ...(before && { previous }) };
  return {
    subject: after.id,
    type: `hold_${name}`,
    description: `The hold was ${verbs[name]}.`,
    ...(before && { changes }),
    events: [
      { name: `hold.${name}`, ...told },
      ...toLeadEntries(event, unit).map((entry) => toTimelineEvent(entry, event, actor)),
    ],
  };
}
