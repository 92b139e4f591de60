/** Scope required to read events of a group: that of their records. */
const scopeOfGroup: Readonly<Record<string, string>> = {
  lead: 'read:leads',
  deal: 'read:leads',
  commission: 'read:leads',
  invoice: 'read:leads',
  property: 'read:properties',
  unit: 'read:properties',
  agent: 'read:agents',
};

/** Returns `admin` for a group without a scope of its own. */
function getReadScope(event: string): string {
  return scopeOfGroup[event.split('.', 1)[0] ?? ''] ?? 'admin';
}

/** Returns those of the events that a credential with these scopes may read. */
export function listReadable(events: readonly string[], scopes: readonly string[]): readonly string[] {
  if (scopes.includes('admin')) return events;
  return events.filter((event) => scopes.includes(getReadScope(event)));
}

/** Returns the scopes required to read these events, each once. */
export function listReadScopes(events: readonly string[]): string[] {
  return [...new Set(events.map(getReadScope))];
}
