import { loadavg } from 'node:os';
import type { Answers } from './measure.js';
import type { PartMemory } from './memory.js';
import type { Asked, Budget } from './questions.js';

export interface Column {
  readonly title: string;
  readonly asked: Asked;
  readonly answers: ReadonlyMap<string, Answers>;
}

/** What the memory of the programs was at one moment. */
export interface Moment {
  readonly title: string;
  readonly parts: readonly PartMemory[];
}

/** Memory that varies by less is what a garbage collector leaves. */
const [grownBy, grownAtLeastMb] = [1.25, 32];

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}

function cell(answers: Answers | undefined): string {
  if (!answers) return '–';
  if (answers.failed !== undefined) return `status ${answers.failed}`;
  return `${figure(percentile(answers.milliseconds, 0.5))} / ${figure(percentile(answers.milliseconds, 0.95))}`;
}

function judge(budget: Budget, ratio: number, largest: Answers | undefined): string {
  if (!budget) return '';
  const isOver =
    !largest ||
    largest.failed !== undefined ||
    ('ratio' in budget ? !(ratio <= budget.ratio) : !(percentile(largest.milliseconds, 0.95) <= budget.milliseconds));
  const most = 'ratio' in budget ? `${budget.ratio} times` : `${budget.milliseconds} ms`;
  return isOver ? `OVER ${most}` : `within ${most}`;
}

function printRows(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, place) => Math.max(...rows.map((row) => row[place]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((text, place) =>
      place === 0 ? text.padEnd(widths[place] ?? 0) : text.padStart(widths[place] ?? 0),
    );
    console.log(cells.join('  ').trimEnd());
  }
}

/** `alone`, then the sizes from the smallest to the largest: median and 95th percentile in milliseconds. */
export function printTimes(columns: readonly Column[]): void {
  const [smallest, largest] = [columns[1], columns.at(-1)];
  const head = ['median / p95, ms', ...columns.map(({ title }) => title), 'first call', 'ratio', 'budget'];
  const rows = (largest?.asked.questions ?? []).map(({ name, budget }) => {
    const most = largest?.answers.get(name);
    const middle = (answers: Answers | undefined) => percentile(answers?.milliseconds ?? [], 0.5);
    const ratio = middle(most) / middle(smallest?.answers.get(name));
    const cells = columns.map(({ answers }) => cell(answers.get(name)));
    return [name, ...cells, figure(most?.milliseconds[0] ?? Number.NaN), ratio.toFixed(2), judge(budget, ratio, most)];
  });
  printRows([head, ...rows]);
  const over = rows.filter((row) => row.at(-1)?.startsWith('OVER')).length;
  console.log(`\n${over} of ${rows.length} over budget; load average ${loadavg().map(figure).join(', ')}\n`);
}

/**
 * Resident megabytes of each program at each moment. What is judged is the largest of its processes, at the end against
 * the moment before the largest size was loaded: what still grows from there on grows with the data.
 */
export function printMemory(moments: readonly Moment[]): void {
  const [warm, last] = [moments.at(-3), moments.at(-1)];
  const rows = (last?.parts ?? []).map(({ name, processes, largest }) => {
    const at = moments.map(({ parts }) => parts.find((part) => part.name === name)?.megabytes);
    const before = warm?.parts.find((part) => part.name === name)?.largest ?? largest;
    const hasGrown = largest > before * grownBy && largest - before >= grownAtLeastMb;
    const judged = `${before} to ${largest}`;
    return [name, String(processes), ...at.map((value) => String(value ?? '–')), judged, hasGrown ? 'GROWN' : ''];
  });
  printRows([['resident MB', 'processes', ...moments.map(({ title }) => title), 'largest process', ''], ...rows]);
}
