/** The search parameters of an address, as texts. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The address of search parameters, as plain as forms write it; parameters that are not set are left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
