const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listPaths(path: string, value: unknown): string[] {
  if (!isObject(value)) return [path];
  return Object.entries(value).flatMap(([name, part]) => listPaths(`${path}.${name}`, part));
}

/** The names that a template may use for an event, by an example of the event's record. */
export function listPlaceholders(event: string, record: unknown): string[] {
  const [kind = event] = event.split('.');
  return ['title', 'subject', 'event', 'timestamp', ...listPaths(kind, record)].map((name) => `{{${name}}}`);
}
