export const numberFormats = ['1,234.56', '1.234,56'] as const;
export type NumberFormat = (typeof numberFormats)[number];
export const dateOrders = ['ymd', 'dmy', 'mdy'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** Returns an amount; null when the cell is not one. Never guesses which separator is the decimal one. */
export function readAmount(cell: string, format: NumberFormat): number | null {
  const [group, point] = format === '1,234.56' ? [',', '.'] : ['.', ','];
  const text = cell
    .replaceAll(/[\s\u00a0'’]/g, '')
    .replace(/^\+/, '')
    .replace('\u2212', '-');
  const pattern = point === '.' ? /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/ : /^-?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/;
  if (!pattern.test(text)) return null;
  return Number(text.replaceAll(group, '').replace(point, '.'));
}

/** Returns a date as `YYYY-MM-DD`. Null if the cell doesn't contain one. */
export function readDay(cell: string, order: DateOrder): string | null {
  const parts = /^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})(?:[T ].*)?$/.exec(cell.trim());
  if (!parts) return null;
  const [, first = '', second = '', third = ''] = parts;
  const isYearFirst = first.length === 4;
  const [year, month, day] =
    isYearFirst || order === 'ymd'
      ? [first, second, third]
      : order === 'dmy'
        ? [third, second, first]
        : [third, first, second];
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  // In some formats, Date.parse reads 31 February as 3 March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null;
}
