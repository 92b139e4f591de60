import { percentile } from '../percentile.js';
import type { Measurement } from './measure.js';
import type { ProgramMemory } from './memory.js';
import type { Budget, WorkspaceQuestions } from './questions.js';

export interface Column {
  readonly title: string;
  readonly asked: WorkspaceQuestions;
  readonly answers: ReadonlyMap<string, Measurement>;
}

/** Memory of the programs at one point in the run. */
export interface MemorySample {
  readonly title: string;
  readonly programs: readonly ProgramMemory[];
}

/** Smaller changes are within the noise of garbage collection. */
const minGrowthRatio = 1.25;
const minGrowthMb = 32;

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}

function formatCell(answers: Measurement | undefined): string {
  if (!answers) return '–';
  if (answers.failed !== undefined) return `status ${answers.failed}`;
  return `${format(percentile(answers.milliseconds, 0.5))} / ${format(percentile(answers.milliseconds, 0.95))}`;
}

function compareWithBudget(budget: Budget, ratio: number, largest: Measurement | undefined): string {
  if (!budget) return '';
  const isOver =
    !largest ||
    largest.failed !== undefined ||
    ('ratio' in budget ? !(ratio <= budget.ratio) : !(percentile(largest.milliseconds, 0.95) <= budget.milliseconds));
  const bound = 'ratio' in budget ? `${budget.ratio} times` : `${budget.milliseconds} ms`;
  return isOver ? `OVER ${bound}` : `within ${bound}`;
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

/**
 * Prints the median and the 95th percentile in milliseconds: first for `alone`, then for the sizes from the smallest to
 * the largest.
 */
export function printTimes(columns: readonly Column[]): void {
  const [smallest, largest] = [columns[1], columns.at(-1)];
  const head = ['median / p95, ms', ...columns.map(({ title }) => title), 'first call', 'ratio', 'budget'];
  const rows = (largest?.asked.questions ?? []).map(({ name, budget }) => {
    const ofLargest = largest?.answers.get(name);
    const middle = (answers: Measurement | undefined) => percentile(answers?.milliseconds ?? [], 0.5);
    const ratio = middle(ofLargest) / middle(smallest?.answers.get(name));
    const cells = columns.map(({ answers }) => formatCell(answers.get(name)));
    return [
      name,
      ...cells,
      format(ofLargest?.milliseconds[0] ?? Number.NaN),
      ratio.toFixed(2),
      compareWithBudget(budget, ratio, ofLargest),
    ];
  });
  printRows([head, ...rows]);
  const over = rows.filter((row) => row.at(-1)?.startsWith('OVER')).length;
  console.log(`\n${over} of ${rows.length} over budget\n`);
}

/**
 * Prints the resident megabytes of each program in each sample. GROWN compares a program's largest process at the end
 * with the sample before the largest size was loaded. Memory that still grows at that point grows with the data.
 */
export function printMemory(samples: readonly MemorySample[]): void {
  const [warm, last] = [samples.at(-3), samples.at(-1)];
  const rows = (last?.programs ?? []).map(({ name, processes, largest }) => {
    const at = samples.map(({ programs }) => programs.find((program) => program.name === name)?.megabytes);
    const before = warm?.programs.find((program) => program.name === name)?.largest ?? largest;
    const hasGrown = largest > before * minGrowthRatio && largest - before >= minGrowthMb;
    const growth = `${before} to ${largest}`;
    return [name, String(processes), ...at.map((value) => String(value ?? '–')), growth, hasGrown ? 'GROWN' : ''];
  });
  printRows([['resident MB', 'processes', ...samples.map(({ title }) => title), 'largest process', ''], ...rows]);
}
