/** Saved links may have the router's default format, which quotes values that look like JSON: `min_score="70"`. */
const quoted = /^"(-?\d[\d.eE+-]*|true|false|null)"$/;

/** Parses search parameters as strings. */
export function parseSearch(text: string): Record<string, string> {
  const entries = [...new URLSearchParams(text)].map(([name, value]) => [name, quoted.exec(value)?.[1] ?? value]);
  return Object.fromEntries(entries);
}

/** Writes search parameters in the format of HTML forms. Leaves out parameters without a value. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
