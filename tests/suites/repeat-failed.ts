import type { FileTime } from '../support/reporter.js';
import type { RunnableSuite, SuitesResult } from './run-suites.js';

/** If more files than this fail, chance isn't the reason, and no file is repeated. */
const maxFiles = 3;

/** A run after its failed files were repeated. */
export interface RepeatedResult extends SuitesResult {
  /** Files that failed while other suites ran and passed alone. */
  readonly unsteady: readonly string[];
}

/** Returns the failed files by suite. Empty if a suite failed without reporting a file, or if there are too many. */
function filesToRepeat({ brokenSuites }: SuitesResult, files: readonly FileTime[]): readonly FileTime[] {
  const failed = files.filter((file) => file.failed > 0 && brokenSuites.some(({ name }) => name === file.suite));
  const isNamed = brokenSuites.every(({ name }) => failed.some(({ suite }) => suite === name));
  return isNamed && failed.length <= maxFiles ? failed : [];
}

/**
 * Repeats each failed file once, alone, because a busy machine can make a test too slow. If all failed files of a suite
 * pass, the suite counts as passed and the files are reported. `runAgain` runs them one after the other.
 */
export async function repeatFailed(
  result: SuitesResult,
  files: readonly FileTime[],
  toRunnable: (file: FileTime) => RunnableSuite,
  runAgain: (suites: readonly RunnableSuite[]) => Promise<SuitesResult>,
): Promise<RepeatedResult> {
  const repeated = filesToRepeat(result, files);
  if (repeated.length === 0) return { ...result, unsteady: [] };
  const runnables = repeated.map(toRunnable);
  const again = await runAgain(runnables);
  const brokenAgain = new Set(again.brokenSuites.map(({ name }) => name));
  const isSteady = (file: FileTime) => !brokenAgain.has(runnables[repeated.indexOf(file)]?.name ?? '');
  const mended = repeated.filter(isSteady);
  const mendedTests = mended.reduce((sum, { failed }) => sum + failed, 0);
  return {
    ...result,
    passed: result.passed + mendedTests,
    failed: result.failed - mendedTests,
    brokenSuites: result.brokenSuites.filter(({ name }) =>
      repeated.some((file) => file.suite === name && !mended.includes(file)),
    ),
    unsteady: mended.map(({ file }) => file),
  };
}
