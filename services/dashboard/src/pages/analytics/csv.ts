type Cell = string | number | null;

/** Spreadsheets compute what begins like this or with a full-width form of it, also after what separates cells for some of them; a quote before it makes it text. */
const formula = /((?:^|[;\t\r\n])[ "]*)('*)(?=[=+\-@＝＋－＠])/g;
const needsQuotes = /[",\r\n]/;

function writeCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.replace(formula, "$1'$2");
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A CSV file (RFC 4180) of rows of cells; the first is the header. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
}
