import type { components } from '../../../gen/api.js';

export type PublicEvent = components['schemas']['PublicEvent'];
export type EventChoice = components['schemas']['WebhookEvent'];

const descriptions: Readonly<Record<PublicEvent, string>> = {
  'lead.created': 'A lead was created',
  'lead.updated': 'A lead was updated',
  'lead.stage_changed': 'A lead moved to another stage',
  'lead.assigned': 'A lead was assigned to another agent',
  'lead.won': 'A lead was won',
  'lead.lost': 'A lead was lost',
  'lead.note_added': 'A note was added to a lead',
  'lead.deleted': 'A lead was deleted',
  'property.created': 'A property was created',
  'property.updated': 'A property was updated',
  'property.status_changed': 'A property changed its status',
  'property.deleted': 'A property was deleted',
  'unit.created': 'A unit was created',
  'unit.updated': 'A unit was updated',
  'unit.sold': 'A unit was sold',
  'unit.deleted': 'A unit was deleted',
  'agent.created': 'A person was invited or created',
  'agent.deactivated': 'A person was deactivated',
  'deal.created': 'A deal was recorded',
  'deal.closed': 'A deal was closed',
  'deal.cancelled': 'A deal was cancelled',
  'commission.calculated': 'A commission was calculated',
  'invoice.created': 'An invoice was created',
  'invoice.paid': 'An invoice was paid',
  'invoice.voided': 'An invoice was voided',
};

export function isPublicEvent(name: string | undefined): name is PublicEvent {
  return name !== undefined && Object.hasOwn(descriptions, name);
}

/** All events of the contract. */
export const events: readonly { readonly name: PublicEvent; readonly description: string }[] = Object.keys(descriptions)
  .filter(isPublicEvent)
  .map((name) => ({ name, description: descriptions[name] }));

type EventGroup = Extract<EventChoice, `${string}.*`>;

const groupLabels: Readonly<Record<EventGroup, string>> = {
  'lead.*': 'All lead events',
  'property.*': 'All property events',
  'unit.*': 'All unit events',
  'agent.*': 'All agent events',
  'deal.*': 'All deal events',
  'commission.*': 'All commission events',
  'invoice.*': 'All invoice events',
};

function isEventGroup(name: string): name is EventGroup {
  return Object.hasOwn(groupLabels, name);
}

/** Groups of events, in the order of the events. Each includes events that the API adds later. */
export const eventGroups: readonly { readonly name: EventGroup; readonly label: string }[] = [
  ...new Set(events.map(({ name }) => `${name.split('.', 1)[0]}.*`)),
]
  .filter(isEventGroup)
  .map((name) => ({ name, label: groupLabels[name] }));

/** Returns whether an event belongs to a group such as `lead.*`. */
export function isInGroup(event: string, group: string): boolean {
  return group.endsWith('.*') && event.startsWith(group.slice(0, -1));
}

/** Returns whether a subscription with these choices gets the event. */
export function includesEvent(choices: readonly string[], event: string): boolean {
  return choices.some((choice) => choice === '*' || choice === event || isInGroup(event, choice));
}

/** Keeps the names and groups that the API accepts in a subscription. `*` stands for all. */
export function toEventChoices(names: readonly string[]): EventChoice[] {
  if (names.includes('*')) return ['*'];
  return names.filter((name): name is PublicEvent | EventGroup => isPublicEvent(name) || isEventGroup(name));
}

/** Lists a subscription's events. */
export function listEventChoices(names: readonly EventChoice[]): string {
  if (names.includes('*')) return 'All events';
  return names.map((name) => (isEventGroup(name) ? groupLabels[name] : name)).join(', ');
}

/** Summarizes a subscription's events: the first two and how many more. */
export function describeEvents(names: readonly EventChoice[]): string {
  if (names.includes('*')) return 'All events';
  const [first, second, ...rest] = names.map((name) => (isEventGroup(name) ? groupLabels[name] : name));
  const more = rest.length === 0 ? [] : [`${rest.length} more`];
  return [first, second, ...more].filter((part) => part !== undefined).join(', ');
}
