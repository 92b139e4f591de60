/** Columns that an import reads from a statement. */
export interface StatementColumns {
  readonly date: string;
  readonly amount: string;
  readonly text: string;
}

/** Maximum size of a file that the API accepts, in characters. */
export const maxCharacters = 900_000;

const separators = [',', ';', '\t'];

/** Returns the separator that occurs most often in a line. The API uses the same separator. */
function findSeparator(line: string): string {
  const count = (separator: string) => line.split(separator).length;
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** Lists the names in the first line of a CSV file, without the surrounding quotes. */
export function listColumns(csv: string): readonly string[] {
  const [line = ''] = csv.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  const names = line.split(findSeparator(line)).map((cell) => cell.trim().replaceAll(/^"|"$/g, '').trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

/** Words by which columns are recognized, in the languages of common banks. The first word that matches counts. */
const hints: Readonly<Record<keyof StatementColumns, readonly string[]>> = {
  date: ['booking date', 'date', 'datum', 'buchungstag', 'fecha', 'data'],
  amount: ['amount', 'betrag', 'importe', 'montante', 'montant', 'credit', 'value'],
  text: ['details', 'description', 'reference', 'narrative', 'text', 'verwendungszweck', 'concepto', 'descri'],
};

function guess(names: readonly string[], words: readonly string[]): string {
  const found = words.map((word) => names.find((name) => name.toLowerCase().includes(word)));
  return found.find((name) => name !== undefined) ?? '';
}

/** Guesses which columns contain the date, the amount and the text. Leaves a column empty if there is no guess. */
export function guessColumns(names: readonly string[]): StatementColumns {
  return { date: guess(names, hints.date), amount: guess(names, hints.amount), text: guess(names, hints.text) };
}
