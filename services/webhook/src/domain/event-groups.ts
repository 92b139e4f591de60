import { type PublicEvent, publicEvents } from './public-events.js';

/** The scope that reading events of a group takes: that of the records that they tell of. */
const scopeOfGroup: Readonly<Record<string, string>> = {
  lead: 'read:leads',
  deal: 'read:leads',
  commission: 'read:leads',
  invoice: 'read:leads',
  property: 'read:properties',
  unit: 'read:properties',
  agent: 'read:agents',
};

/** `admin` for a group without a scope of its own. */
function getReadScope(event: string): string {
  return scopeOfGroup[event.split('.', 1)[0] ?? ''] ?? 'admin';
}

/** The events that a credential with these scopes may read. */
export function listReadable(scopes: readonly string[]): readonly PublicEvent[] {
  if (scopes.includes('admin')) return publicEvents;
  return publicEvents.filter((event) => scopes.includes(getReadScope(event)));
}

/** The scopes that reading these events takes, each once. */
export function listReadScopes(events: readonly string[]): string[] {
  return [...new Set(events.map(getReadScope))];
}
