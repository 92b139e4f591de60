type Cell = string | number | null;

/**
 * Spreadsheets run text that starts like a formula, even with full-width characters or after a separator. A leading
 * quote prevents this.
 */
const formula = /((?:^|[;\t\r\n])[ "]*)('*)(?=[=+\-@＝＋－＠])/g;
const needsQuotes = /[",\r\n]/;

function writeCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.replace(formula, "$1'$2");
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes rows as CSV (RFC 4180). The first row is the header. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
}
