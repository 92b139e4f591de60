import {
  diff,
  type Entry,
  type EntryInput,
  type EventInput,
  type FieldChange,
  previousValues,
} from '@plotline/kit/store/journal/entry';
import { nextVersion } from '@plotline/kit/store/records/guarded-update';
import type { Lead } from '../model/lead.js';

export type RenderLead = (lead: Lead) => object;
export type RenderEntry = (entry: Entry) => object;

/** Texts that a person adds to a move. They are stored in the move's timeline entry. */
export interface Remark {
  readonly reason?: string;
  readonly notes?: string;
}

/** Note as its author wrote it. */
export interface Note {
  readonly content: string;
  readonly type: string;
}

type Changes = Readonly<Record<string, FieldChange>>;

function pick(changes: Changes, wanted: (field: string) => boolean): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([field]) => wanted(field)));
}

function describeAssignment(lead: Lead, changes: Changes, events: readonly EventInput[]): EntryInput {
  const agent = lead.assigned_agent;
  const description = agent === null ? 'The lead was unassigned.' : `The lead was assigned to agent ${agent}.`;
  return { subject: lead.id, type: 'assigned', description, changes, events };
}

function describeMove(before: Lead, lead: Lead, remark: Remark, changes: Changes, events: readonly EventInput[]) {
  const loss = lead.loss_reason === null ? '' : ` (${lead.loss_reason})`;
  const description = `The stage changed from ${before.stage} to ${lead.stage}${loss}.`;
  return { subject: lead.id, type: 'stage_change', description, changes, attributes: { ...remark }, events };
}

/**
 * Creates the entries of a new lead. The first one carries all events. Entries with events are written again when the
 * events are published, so only one entry should have events.
 */
export function describeCreation(lead: Lead, render: RenderLead): EntryInput[] {
  const told = { version: lead.version, data: render(lead) };
  // Only an import creates a lead in a stage other than `new`.
  const isNew = lead.stage === 'new';
  const description = `The lead ${lead.name} was created${isNew ? '' : ` in the stage ${lead.stage}`}.`;
  const created = { name: 'lead.created', ...told };
  const stage = { from: null, to: lead.stage };
  const entry = { subject: lead.id, type: 'created', description, ...(!isNew && { changes: { stage } }) };
  if (lead.assigned_agent === null) return [{ ...entry, events: [created] }];
  const changes = { assigned_agent: { from: null, to: lead.assigned_agent } };
  const assigned = { name: 'lead.assigned', ...told, previous: previousValues(changes) };
  return [{ ...entry, events: [created, assigned] }, describeAssignment(lead, changes, [])];
}

/** Creates the events of a change: `lead.updated`, and an event for each kind of field that changed. */
function createChangeEvents(before: Lead, after: Lead, changes: Changes, render: RenderLead): EventInput[] {
  const told = { version: nextVersion(before, after), data: render(after), previous: previousValues(changes) };
  const names = ['lead.updated'];
  if (changes.stage) names.push('lead.stage_changed');
  if (changes.assigned_agent) names.push('lead.assigned');
  if (changes.stage && (after.stage === 'won' || after.stage === 'lost')) names.push(`lead.${after.stage}`);
  return Object.keys(changes).length === 0 ? [] : names.map((name) => ({ name, ...told }));
}

/** Fields omitted from the entry for the other changes. `stage_entered_at` is the time of the move's own entry. */
const fieldsWithOwnEntry = new Set(['stage', 'stage_entered_at', 'assigned_agent']);

/**
 * Creates the entry for a follow-up that a client wrote but that isn't the next follow-up. Returns no entry if the
 * follow-up didn't change.
 */
function describeLaterFollowUp(before: Lead, { id, ...after }: Lead): EntryInput[] {
  const [from, to] = [before.follow_up_at ?? null, after.follow_up_at ?? null];
  if (from?.getTime() === to?.getTime()) return [];
  const planned = to === null ? 'removed' : `planned for ${to.toISOString()}`;
  const description = `The follow-up was ${planned}. Another task is due first.`;
  return [{ subject: id, type: 'field_update', description, events: [] }];
}

/**
 * Creates the entries of a change: one for the move, one for the assignment, one for the other fields. The first of
 * them carries the events. A change without public fields has no entries, except a new loss reason or a follow-up that
 * isn't the next one.
 */
export function describeChange(before: Lead, after: Lead, render: RenderLead, remark: Remark = {}): EntryInput[] {
  const changes = diff(render(before), render(after));
  const entries: EntryInput[] = [];
  const others = pick(changes, (field) => !fieldsWithOwnEntry.has(field));
  let events = createChangeEvents(before, after, changes, render);
  const add = (entry: (events: readonly EventInput[]) => EntryInput) => {
    entries.push(entry(events));
    events = [];
  };
  if (Object.keys(others).length > 0) {
    const description = `Changed: ${Object.keys(others).join(', ')}.`;
    add((carried) => ({ subject: after.id, type: 'field_update', description, changes: others, events: carried }));
  }
  if (changes.assigned_agent) {
    add((carried) =>
      describeAssignment(
        after,
        pick(changes, (field) => field === 'assigned_agent'),
        carried,
      ),
    );
  }
  if (changes.stage) {
    add((carried) =>
      describeMove(
        before,
        after,
        remark,
        pick(changes, (field) => field === 'stage'),
        carried,
      ),
    );
  } else if (before.loss_reason !== after.loss_reason) {
    const description = `The loss reason is now ${after.loss_reason}.`;
    const reason = { loss_reason: { from: before.loss_reason, to: after.loss_reason } };
    const attributes = { ...remark };
    entries.push({ subject: after.id, type: 'field_update', description, changes: reason, attributes, events: [] });
  }
  return changes.next_follow_up ? entries : [...entries, ...describeLaterFollowUp(before, after)];
}

/** Creates the entry of a note, including the fields that the note changed. */
export function describeNote(before: Lead, after: Lead, render: RenderLead, { content, type }: Note): EntryInput {
  const changes = diff(render(before), render(after));
  return {
    subject: after.id,
    type: 'note',
    description: content,
    ...(Object.keys(changes).length > 0 ? { changes } : {}),
    attributes: { note_type: type },
    events: createChangeEvents(before, after, changes, render),
  };
}

/** Creates the event of a note. Its data is the entry, in the same form as in the response to the author. */
export function createNoteEvent(entry: Entry, render: RenderEntry): EventInput {
  return { name: 'lead.note_added', data: { lead_id: entry.subject, entry: render(entry) } };
}

/**
 * Creates the entry of an erasure. Subscribers only get the id. The event `erasure.lead` is internal: other services
 * remove their copies of the lead and of the leads that were merged into it.
 */
export function describeErasure(lead: Lead, deletedAt: Date): EntryInput {
  const { id, assigned_agent, stage, merged_leads = [] } = lead;
  const data = { lead_id: id, assigned_agent, stage, merged_ids: merged_leads.map((merged) => merged.id) };
  const events = [
    { name: 'lead.deleted', data: { id, deleted_at: deletedAt } },
    { name: 'erasure.lead', data },
  ];
  return { subject: id, type: 'erased', description: 'The lead was erased.', events };
}
