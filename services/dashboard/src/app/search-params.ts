/** How addresses were written before: values that look like JSON stood in quotation marks, as in `min_score="70"`. */
const quoted = /^"(-?\d[\d.eE+-]*|true|false|null)"$/;

/** The search parameters of an address, as texts. */
export function parseSearch(text: string): Record<string, string> {
  const entries = [...new URLSearchParams(text)].map(([name, value]) => [name, quoted.exec(value)?.[1] ?? value]);
  return Object.fromEntries(entries);
}

/** The address of search parameters, as plain as forms write it; parameters that are not set are left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
