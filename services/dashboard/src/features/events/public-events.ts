import type { components } from '../../../gen/api.js';
import { contractEvents } from '../../../gen/contract-events.js';

export type PublicEvent = components['schemas']['PublicEvent'];
export type EventChoice = components['schemas']['WebhookEvent'];

export function isPublicEvent(name: string | undefined): name is PublicEvent {
  return name !== undefined && Object.hasOwn(contractEvents, name);
}

/** Returns a sentence of the contract as a label, without code marks and without the full stop. */
function toLabel(sentence: string): string {
  return sentence.replaceAll('`', '').replace(/\.$/, '');
}

const isAboutLead = (name: string) => name.startsWith('lead.');

/** All events of the contract. Events of leads come first. */
export const events: readonly { readonly name: PublicEvent; readonly description: string }[] = Object.keys(
  contractEvents,
)
  .filter(isPublicEvent)
  .toSorted((one, other) => Number(isAboutLead(other)) - Number(isAboutLead(one)))
  .map((name) => ({ name, description: toLabel(contractEvents[name]?.description ?? '') }));

type EventGroup = Extract<EventChoice, `${string}.*`>;

const groups: ReadonlySet<string> = new Set(events.map(({ name }) => `${name.split('.', 1)[0]}.*`));

function isEventGroup(name: string): name is EventGroup {
  return groups.has(name);
}

const toGroupLabel = (group: EventGroup) => `All ${group.slice(0, -2)} events`;

/** Groups of events, in the order of the events. Each group includes events that the API adds later. */
export const eventGroups: readonly { readonly name: EventGroup; readonly label: string }[] = [...groups]
  .filter(isEventGroup)
  .map((name) => ({ name, label: toGroupLabel(name) }));

/** Returns whether an event belongs to a group such as `lead.*`. */
export function isInGroup(event: string, group: string): boolean {
  return group.endsWith('.*') && event.startsWith(group.slice(0, -1));
}

/** Returns whether a subscription with these choices gets the event. */
export function includesEvent(choices: readonly string[], event: string): boolean {
  return choices.some((choice) => choice === '*' || choice === event || isInGroup(event, choice));
}

/** Keeps the names and groups that the API accepts in a subscription. `*` stands for all events. */
export function toEventChoices(names: readonly string[]): EventChoice[] {
  if (names.includes('*')) return ['*'];
  return names.filter((name): name is PublicEvent | EventGroup => isPublicEvent(name) || isEventGroup(name));
}

/** Lists a subscription's events. */
export function listEventChoices(names: readonly EventChoice[]): string {
  if (names.includes('*')) return 'All events';
  return names.map((name) => (isEventGroup(name) ? toGroupLabel(name) : name)).join(', ');
}

/** Summarizes a subscription's events: the first two, and the number of further events. */
export function describeEvents(names: readonly EventChoice[]): string {
  if (names.includes('*')) return 'All events';
  const [first, second, ...rest] = names.map((name) => (isEventGroup(name) ? toGroupLabel(name) : name));
  const more = rest.length === 0 ? [] : [`${rest.length} more`];
  return [first, second, ...more].filter((part) => part !== undefined).join(', ');
}
