import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileTime } from '../support/reporter.js';

/** Seconds in a run, by suite and by test file. */
export interface RunTimes {
  readonly tier: string;
  readonly wallSeconds: number;
  readonly suites: Readonly<Record<string, number>>;
  /** Sorted with the slowest first. */
  readonly files: readonly FileTime[];
}

/** Reads the times that the reporters of all suites wrote to a folder. Returns the slowest file first. */
export function readFileTimes(folder: string): FileTime[] {
  const files = readdirSync(folder).flatMap((name): FileTime[] => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return files.toSorted((one, other) => other.seconds - one.seconds);
}

const slowestCount = 10;

/** Returns lines that describe the ten slowest files and the seconds of each suite. */
export function describeTimes({ tier, wallSeconds, suites, files }: RunTimes): string[] {
  const line = (seconds: number, text: string) => `${seconds.toFixed(1).padStart(6)} s  ${text}`;
  const total = Object.values(suites).reduce((sum, seconds) => sum + seconds, 0);
  return [
    '',
    'The slowest files:',
    ...files.slice(0, slowestCount).map(({ file, tests, seconds }) => line(seconds, `${file} (${tests} tests)`)),
    '',
    `Tier ${tier}: ${total.toFixed(0)} suite-seconds in ${wallSeconds.toFixed(0)} s`,
    ...Object.entries(suites).map(([name, seconds]) => line(seconds, name)),
  ];
}
