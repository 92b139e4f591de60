import type { components } from '../../gen/api.js';

export type PublicEvent = components['schemas']['PublicEvent'];
export type EventChoice = components['schemas']['WebhookEvent'];

const meanings: Readonly<Record<PublicEvent, string>> = {
  'lead.created': 'A lead was created',
  'lead.updated': 'Fields of a lead changed',
  'lead.stage_changed': 'A lead moved to another stage',
  'lead.assigned': 'A lead got another agent',
  'lead.won': 'A lead was won',
  'lead.lost': 'A lead was lost',
  'lead.note_added': 'A note was added to a lead',
  'lead.deleted': 'A lead was deleted',
  'property.created': 'A property was created',
  'property.updated': 'Fields of a property changed',
  'property.status_changed': 'A property got another status',
  'property.deleted': 'A property was deleted',
  'unit.created': 'A unit was created',
  'unit.updated': 'Fields of a unit changed',
  'unit.sold': 'A unit was sold',
  'unit.deleted': 'A unit was deleted',
  'agent.created': 'A person was invited or created',
  'agent.deactivated': 'A person was deactivated',
  'deal.created': 'A deal was recorded',
  'deal.closed': 'A deal was closed',
  'deal.cancelled': 'A deal was cancelled',
  'commission.calculated': 'A commission was calculated',
  'invoice.created': 'An invoice was made',
  'invoice.paid': 'An invoice was paid',
  'invoice.voided': 'An invoice was voided',
};

export function isPublicEvent(name: string | undefined): name is PublicEvent {
  return name !== undefined && Object.hasOwn(meanings, name);
}

/** Every event of the contract, with what it tells. */
export const events: readonly { readonly name: PublicEvent; readonly meaning: string }[] = Object.keys(meanings)
  .filter(isPublicEvent)
  .map((name) => ({ name, meaning: meanings[name] }));

/** Those of the names that can be subscribed to; `*` stands for all. */
export function toEventChoices(names: readonly string[]): EventChoice[] {
  return names.includes('*') ? ['*'] : names.filter(isPublicEvent);
}

/** What a subscription is sent, in few words. */
export function describeEvents(names: readonly EventChoice[]): string {
  if (names.includes('*')) return 'All events';
  const [first, second, ...rest] = names;
  const more = rest.length === 0 ? [] : [`${rest.length} more`];
  return [first, second, ...more].filter((part) => part !== undefined).join(', ');
}
