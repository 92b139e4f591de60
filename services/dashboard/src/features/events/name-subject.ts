const nameFields = ['name', 'title', 'number'] as const;

function readText(value: unknown, field: string): string | undefined {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/**
 * Returns the name of the record that an event is about. Returns an empty text if the event's data contains no name.
 */
export function nameSubject({ data }: { readonly data?: unknown }): string {
  for (const field of nameFields) {
    const text = readText(data, field);
    if (text !== undefined) return text;
  }
  return '';
}
