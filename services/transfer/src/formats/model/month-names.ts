/**
 * Languages in which names of months are recognized. A name that stands for different months in two languages is not
 * recognized.
 */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'tr', 'ru', 'ar'];

/** Returns the name in the form in which names are compared: in lower case, without full stops. */
function toKey(name: string): string {
  return name.toLowerCase().replaceAll('.', '');
}

function collectNames(): ReadonlyMap<string, number> {
  const months = new Map<string, number>([['sept', 9]]);
  for (const language of languages) {
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: style, timeZone: 'UTC' });
      for (let month = 1; month <= 12; month += 1) {
        const parts = format.formatToParts(Date.UTC(2026, month - 1, 1));
        const name = toKey(parts.find(({ type }) => type === 'month')?.value ?? '');
        // English comes first and takes precedence.
        if (name !== '' && !months.has(name)) months.set(name, month);
      }
    }
  }
  return months;
}

let names: ReadonlyMap<string, number> | undefined;

/** Returns the number of the month with this name or abbreviation, 1 to 12; undefined for other words. */
export function findMonth(name: string): number | undefined {
  // The names are collected on first use, because that takes some milliseconds.
  names ??= collectNames();
  return names.get(toKey(name));
}
