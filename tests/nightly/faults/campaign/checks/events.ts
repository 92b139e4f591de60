import { isTree } from '../../../../support/contract/tree.js';
import { isReduced, type SeenEvent, subjectOf } from '../snapshot/seen-event.js';
import type { SeenRecord, Snapshot } from '../snapshot/snapshot.js';
import { type Change, followChanges, listDifferences } from './change-chain.js';
import { show, type Violation } from './violation.js';

/** Fields that are not compared: derived fields, which change without an event, and the time of the change. */
const ignored: ReadonlySet<string> = new Set([
  'units_count',
  'units_available',
  'unit_counts',
  // A change that concerns only the hold has its own event.
  'hold',
  'updated_at',
  'version',
]);

/**
 * Checks that each event has its own id. Also checks that two deliveries of an event have the same body, unless the
 * lead was erased between them.
 */
function distinct(events: readonly SeenEvent[]): { readonly events: readonly SeenEvent[]; readonly faults: string[] } {
  const byId = new Map<string, SeenEvent>();
  const faults: string[] = [];
  for (const event of events) {
    const first = byId.get(event.id);
    if (first && first.body !== event.body && !isReduced(event) && !isReduced(first)) {
      faults.push(`event ${event.id} came with two bodies: ${first.body} and ${event.body}`);
    }
    byId.set(event.id, first ?? event);
  }
  return { events: [...byId.values()], faults };
}

const orderOf = ({ data, id }: SeenEvent): string => `${String(data.updated_at)} ${id}`;

function toChange(source: SeenEvent): Change<SeenEvent> {
  return { previous: source.previous ?? {}, data: source.data, source };
}

class RecordEvents {
  readonly id: string;
  readonly #events: readonly SeenEvent[];

  constructor(id: string, events: readonly SeenEvent[]) {
    this.id = id;
    this.#events = events.filter((event) => subjectOf(event) === id);
  }

  named(name: string): readonly SeenEvent[] {
    return this.#events.filter(({ event }) => event === name);
  }

  /** Deliveries about a lead after its erasure contain only the lead's id. */
  get isErased(): boolean {
    return this.#events.some(isReduced);
  }

  count(name: string, expected: number): string[] {
    const found = this.named(name);
    if (found.length === expected) return [];
    return [`${this.id} has ${found.length} events ${name}, not ${expected}: ${show(found.map(({ id }) => id))}`];
  }
}

/** Checks the chain from the creation to the current state, without gaps or extra events. */
function checkChain(kind: string, record: SeenRecord | undefined, events: RecordEvents, isMerged: boolean): string[] {
  const created = events.named(`${kind}.created`);
  const [first] = created;
  // A merge has only the event `lead.merged`. Its subject is the surviving lead.
  const deletions = events.count(`${kind}.deleted`, record || isMerged ? 0 : 1);
  if (deletions.length > 0) return deletions;
  if (events.isErased && record) return [`${events.id} still exists, and an event has only its id`];
  // Erasing a lead removes its unpublished events.
  if (kind === 'lead' && !record) return created.length > 1 ? events.count(`${kind}.created`, 1) : [];
  if (!first || created.length !== 1) return events.count(`${kind}.created`, 1);
  const updates = [...events.named(`${kind}.updated`)].sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  const { last, loose } = followChanges(first.data, updates.map(toChange), ignored);
  if (loose.length > 0) {
    const ids = loose.map(({ source, previous }) => ({ id: source.id, previous }));
    return [`${events.id}: an event before these is missing, or they are there twice: ${show(ids)}`];
  }
  const differing = record ? listDifferences(last, record, ignored) : [];
  if (differing.length === 0) return [];
  const values = differing.map((field) => `${field}: ${show(last[field])} → ${show(record?.[field])}`);
  return [`${events.id}: no event for ${values.join(', ')}`];
}

function countChanges(updates: readonly SeenEvent[], field: string, values?: readonly string[]): number {
  return updates.filter(
    ({ previous, data }) =>
      previous !== null && field in previous && (values === undefined || values.includes(String(data[field]))),
  ).length;
}

function checkSpecificEvents(kind: string, record: SeenRecord | undefined, events: RecordEvents): string[] {
  const updates = events.named(`${kind}.updated`);
  if (kind === 'lead' && !record) return [];
  if (kind === 'lead') {
    const given = events.named('lead.created').filter(({ data }) => data.assigned_agent !== null).length;
    return [
      ...events.count('lead.stage_changed', countChanges(updates, 'stage')),
      ...events.count('lead.won', countChanges(updates, 'stage', ['won'])),
      ...events.count('lead.lost', countChanges(updates, 'stage', ['lost'])),
      ...events.count('lead.assigned', given + countChanges(updates, 'assigned_agent')),
    ];
  }
  if (kind === 'unit') return events.count('unit.sold', countChanges(updates, 'status', ['sold']));
  return events.count('property.status_changed', countChanges(updates, 'status'));
}

function checkOnceEach(
  events: readonly SeenEvent[],
  names: readonly string[],
  records: readonly SeenRecord[],
): string[] {
  return names.flatMap((name) => {
    const counts = new Map<unknown, number>();
    for (const { event, data } of events) if (event === name) counts.set(data.id, (counts.get(data.id) ?? 0) + 1);
    const wrong = records.filter(({ id }) => counts.get(id) !== 1);
    const ids = new Set(records.map(({ id }) => id));
    const strange = [...counts.keys()].filter((id) => !ids.has(String(id)));
    return [
      ...wrong.map(({ id }) => `${id} has ${counts.get(id) ?? 0} events ${name}, not 1`),
      ...strange.map((id) => `an event ${name} is of ${String(id)}, which is not there`),
    ];
  });
}

const withStatus = (records: readonly SeenRecord[], wanted: string): readonly SeenRecord[] =>
  records.filter(({ status }) => status === wanted);

/**
 * Checks that every change has its event, under one id. The events of a lead, unit or property form a chain from its
 * creation to its current state. Each deal, commission, invoice and agent has one event.
 */
export function checkEvents(snapshot: Snapshot): Violation[] {
  const { events, faults } = distinct(snapshot.events);
  const merged = new Set(events.flatMap(({ event, data }) => (event === 'lead.merged' ? [data.merged_id] : [])));
  const current = { lead: snapshot.leads, property: snapshot.properties, unit: snapshot.units };
  const ofChanges = Object.entries(current).flatMap(([kind, records]) => {
    const byId = new Map(records.map((record) => [record.id, record]));
    const own = events.filter(({ event }) => event.startsWith(`${kind}.`));
    const told = own.map((event) => String(subjectOf(event)));
    return [...new Set([...byId.keys(), ...told])].flatMap((id) => {
      const recordEvents = new RecordEvents(id, own);
      return [
        ...checkChain(kind, byId.get(id), recordEvents, merged.has(id)),
        ...checkSpecificEvents(kind, byId.get(id), recordEvents),
      ];
    });
  });
  const ofCreations = [
    ...checkOnceEach(events, ['deal.created', 'deal.closed'], snapshot.deals),
    ...checkOnceEach(events, ['deal.cancelled'], withStatus(snapshot.deals, 'cancelled')),
    ...checkOnceEach(events, ['invoice.created'], snapshot.invoices),
    ...checkOnceEach(events, ['invoice.paid'], withStatus(snapshot.invoices, 'paid')),
    ...checkOnceEach(events, ['invoice.voided'], withStatus(snapshot.invoices, 'void')),
    ...checkOnceEach(events, ['commission.calculated'], snapshot.commissions),
    ...checkOnceEach(events, ['agent.created'], snapshot.agents),
    ...checkOnceEach(events, ['agent.deactivated'], withStatus(snapshot.agents, 'inactive')),
  ];
  const strange = events.filter(({ data }) => !isTree(data)).map(({ id }) => `event ${id} has no data`);
  return [...faults, ...ofChanges, ...ofCreations, ...strange].map((message) => ({
    rule: 'events',
    tenant: snapshot.tenant,
    message,
  }));
}
