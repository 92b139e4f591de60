import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import Mocha from 'mocha';

const checkout = resolve(import.meta.dirname, '../..');

/** Duration of a test file, including its hooks. */
export interface FileTime {
  /** Suite of the runner that the file belongs to. Empty if mocha was started by hand. */
  readonly suite: string;
  /** Path relative to the root of the checkout. */
  readonly file: string;
  readonly tests: number;
  readonly failed: number;
  readonly seconds: number;
}

/** Adds up the times of each file's outermost suites. */
class FileTimes {
  readonly #byFile = new Map<string, { tests: number; failed: number; seconds: number }>();
  #startedAt = 0;

  begin(suite: Mocha.Suite): void {
    if (suite.parent?.root) this.#startedAt = performance.now();
  }

  fail(file = ''): void {
    this.#get(file).failed += 1;
  }

  end(suite: Mocha.Suite): void {
    if (!suite.parent?.root || !suite.file) return;
    const time = this.#get(suite.file);
    time.tests += suite.total();
    time.seconds += (performance.now() - this.#startedAt) / 1_000;
  }

  list(): FileTime[] {
    const suite = process.env.PLOTLINE_TEST_SUITE ?? '';
    return [...this.#byFile].map(([file, time]) => ({ suite, file: relative(checkout, file), ...time }));
  }

  #get(file: string) {
    const time = this.#byFile.get(file) ?? { tests: 0, failed: 0, seconds: 0 };
    this.#byFile.set(file, time);
    return time;
  }
}

/**
 * Prints the name of every test as it ends. Ends with one machine-readable line, `N passed, N failed`. Writes the time
 * of each file to the folder in `PLOTLINE_TEST_TIMES` if that variable is set.
 */
export default class ClosingLineReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const times = new FileTimes();
    const { EVENT_SUITE_BEGIN, EVENT_SUITE_END, EVENT_TEST_FAIL, EVENT_RUN_END } = Mocha.Runner.constants;
    runner.on(EVENT_SUITE_BEGIN, (suite) => times.begin(suite));
    runner.on(EVENT_SUITE_END, (suite) => times.end(suite));
    runner.on(EVENT_TEST_FAIL, (test) => times.fail(test.file ?? test.parent?.file));
    runner.once(EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats;
      const folder = process.env.PLOTLINE_TEST_TIMES;
      if (folder) writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(times.list()));
      const skipped = pending > 0 ? `, ${pending} skipped` : '';
      process.stdout.write(`${passes} passed, ${failures} failed${skipped}\n`);
    });
  }
}
