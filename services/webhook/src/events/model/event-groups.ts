/** Scope that a credential needs to read each public event, by the name of the event. */
export type EventScopes = ReadonlyMap<string, string>;

/** Returns the public events that a credential with these scopes may read. */
export function listReadable(eventScopes: EventScopes, granted: readonly string[]): readonly string[] {
  const names = [...eventScopes.keys()];
  if (granted.includes('admin')) return names;
  return names.filter((name) => granted.includes(getReadScope(eventScopes, name)));
}

/** Returns the scopes required to read these events, each once. */
export function listReadScopes(eventScopes: EventScopes, names: readonly string[]): string[] {
  return [...new Set(names.map((name) => getReadScope(eventScopes, name)))];
}

/** Returns `admin` for an event that no contract declares. */
function getReadScope(eventScopes: EventScopes, name: string): string {
  return eventScopes.get(name) ?? 'admin';
}
