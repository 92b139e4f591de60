import type { StatementResult } from './statement-queries.js';

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/**
 * Describes the result of an import, such as `2 new payments, 1 with a matching invoice. 3 rows were imported before.`
 */
export function describeResult({ added, proposed, known, outgoing }: StatementResult): string {
  const first = `${count(added, 'new payment', 'new payments')}, ${proposed} with a matching invoice.`;
  const before = known === 0 ? '' : ` ${count(known, 'row was', 'rows were')} imported before.`;
  const spent =
    outgoing === 0 ? '' : ` ${count(outgoing, 'row of outgoing money was', 'rows of outgoing money were')} skipped.`;
  return `${first}${before}${spent}`;
}
