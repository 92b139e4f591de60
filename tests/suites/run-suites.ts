import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import pLimit from 'p-limit';
import { LastWords } from './last-words.js';

/**
 * Command that runs tests and ends its output with `N passed, N failed`. If `countsTests` is false, only its exit code
 * counts.
 */
export interface RunnableSuite {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly countsTests?: boolean;
  /** Waits for the suite's dependencies. Returns variables in addition to the runner's own. */
  readonly prepare?: () => Promise<NodeJS.ProcessEnv>;
}

export interface BrokenSuite {
  readonly name: string;
  /** Mocha's report of failures, limited in length. */
  readonly lastWords: readonly string[];
}

export interface SuitesResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Suites that ended without counting their tests, or with an exit code other than 0. */
  readonly brokenSuites: readonly BrokenSuite[];
  /** Seconds from the start to the end of each suite, by name. */
  readonly seconds: ReadonlyMap<string, number>;
}

const closingLine = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/;

/**
 * Writes the suites' output in order. The output of the first suite is written immediately. The output of each other
 * suite is written when the earlier suites have ended.
 */
class OrderedOutput {
  readonly #held: string[][];
  readonly #ended = new Set<number>();
  readonly #write: (line: string) => void;
  #shown = 0;

  constructor(count: number, write: (line: string) => void) {
    this.#held = Array.from({ length: count }, () => []);
    this.#write = write;
  }

  add(place: number, line: string): void {
    if (place === this.#shown) this.#write(line);
    else this.#held[place]?.push(line);
  }

  end(place: number): void {
    this.#ended.add(place);
    while (this.#ended.has(this.#shown)) {
      this.#shown += 1;
      for (const line of this.#held[this.#shown]?.splice(0) ?? []) this.#write(line);
    }
  }
}

const running = new Set<ChildProcess>();
let isInterrupted = false;

/** Interrupts the running suites and starts no others. Each running suite stops everything that it has started. */
export function interruptSuites(): void {
  isInterrupted = true;
  for (const child of running) child.kill('SIGINT');
}

async function endOf(child: ChildProcess): Promise<string> {
  const [code, signal] = await once(child, 'close');
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}

/** Runs a number of suites at a time, and adds up their test counts. Does not print their own closing lines. */
export async function runSuites(
  suites: readonly RunnableSuite[],
  atOnce: number,
  write: (line: string) => void,
): Promise<SuitesResult> {
  const output = new OrderedOutput(suites.length, write);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const brokenSuites: BrokenSuite[] = [];

  const seconds = new Map<string, number>();

  async function run(suite: RunnableSuite, place: number): Promise<void> {
    if (isInterrupted) return;
    const { name, command, args, prepare, countsTests = true } = suite;
    let counted: RegExpExecArray | null = null;
    const lastWords = new LastWords();
    const env = { ...process.env, ...(await prepare?.()) };
    const startedAt = performance.now();
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = endOf(child).catch((error: unknown) => String(error));
    running.add(child);
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => {
        const closing = closingLine.exec(line);
        if (closing) {
          counted = closing;
          return;
        }
        output.add(place, line);
        lastWords.add(line);
      });
    }
    const outcome = await ended;
    running.delete(child);
    const [, passed = 0, failed = 0, skipped = 0] = counted ?? [];
    counts.passed += Number(passed);
    counts.failed += Number(failed);
    counts.skipped += Number(skipped);
    const isBroken = (countsTests && !counted) || outcome !== 'exit code 0';
    if (isBroken) brokenSuites.push({ name, lastWords: lastWords.lines });
    const taken = (performance.now() - startedAt) / 1_000;
    seconds.set(name, taken);
    const result = counted ? `${passed} of its tests passed` : countsTests ? 'its tests were not counted' : 'no tests';
    output.add(place, `${taken.toFixed(1).padStart(6)} s  ${name}: ${outcome}, ${result}`);
    output.end(place);
  }

  const limit = pLimit(atOnce);
  await Promise.all(suites.map((suite, place) => limit(() => run(suite, place))));
  return { ...counts, brokenSuites, seconds };
}
