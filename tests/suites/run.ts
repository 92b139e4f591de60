import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { FileTime } from '../support/reporter.js';
import { stopOnSignal } from '../support/stop-on-signal.js';
import { selectChanged } from './changed-tier.js';
import { dropTestDatabases, requireMongoUrl } from './own-mongodb.js';
import { prepareNode } from './prepare-node.js';
import { type RepeatedResult, repeatFailed } from './repeat-failed.js';
import { describeTimes, readFileTimes } from './report-times.js';
import { interruptSuites, type RunnableSuite, runSuites } from './run-suites.js';
import { type Shared, startShared } from './start-shared.js';
import { type Suite, type Tier, toCommand, toFileCommand, toRepeatCommand } from './suite.js';
import { findTier, selectSuites } from './tiers.js';

/**
 * `tests/suites/run.ts <tier> [suite …] [--profile[=file]]` runs the suites of a tier. It runs two at a time, or up to
 * four if there are as many processors. `--profile` writes the times as JSON. The tier `changed` runs the tests of the
 * default tier that depend on changes since the revision `--since`.
 */
const { values, positionals } = parseArgs({
  args: process.argv.slice(2).map((argument) => (argument === '--profile' ? '--profile=test-times.json' : argument)),
  options: { profile: { type: 'string' }, since: { type: 'string' } },
  allowPositionals: true,
});
const [tierName = '', ...names] = positionals;
const atOnce = Math.min(4, Math.max(2, availableParallelism()));
const startedAt = performance.now();
const write = (line: string): void => void process.stdout.write(`${line}\n`);

function findChanged(tier: Tier): readonly Suite[] {
  const { suites, units } = selectChanged(tier, values.since);
  write(units.length > 0 ? `Affected: ${units.join(', ')}` : 'No unit is affected.');
  return suites;
}

let shared: Shared | undefined;
stopOnSignal(async () => {
  interruptSuites();
  await shared?.stop();
});

/** Returns lines with the report of each failed suite and the commands that repeat it, and with the unsteady files. */
function describeFailures(
  tier: Tier,
  suites: readonly Suite[],
  { brokenSuites, unsteady }: RepeatedResult,
  files: readonly FileTime[],
): string[] {
  const broken = brokenSuites.flatMap(({ name, lastWords }) => {
    const suite = suites.find((one) => one.name === name);
    const failed = files.filter((file) => file.suite === name && file.failed > 0);
    const commands = suite && [
      `Repeat it: ${toRepeatCommand(tier, suite)}`,
      ...failed.map(({ file }) => `One file:  ${toRepeatCommand(tier, suite, file)}`),
    ];
    return [`\nFailed: ${name}`, ...lastWords, ...(commands ?? [])];
  });
  return [...broken, ...unsteady.map((file) => `\nUnsteady: ${file} failed beside other suites, then passed alone.`)];
}

async function run(tier: Tier, suites: readonly Suite[], mongoUrl?: string): Promise<boolean> {
  const timesFolder = mkdtempSync(join(tmpdir(), 'plotline-times-'));
  if (tier.sharesStores) shared = startShared(suites, write, mongoUrl);
  const toRunnable = (suite: Suite): RunnableSuite => ({
    name: suite.name,
    ...toCommand(suite),
    countsTests: !('script' in suite),
    prepare: async () => ({
      PLOTLINE_TEST_TIMES: timesFolder,
      PLOTLINE_TEST_SUITE: suite.name,
      PLOTLINE_TEST_TIER: tier.name,
      // Uses the production rate limits, unless the tier shares a system.
      ...(!tier.sharesStores && { PLOTLINE_TEST_SYSTEM: 'processes' }),
      ...(await shared?.describe(suite)),
      ...('node' in suite && suite.node !== undefined && (await prepareNode(suite.node, write))),
    }),
  });
  const toRepeatable = ({ suite: name, file }: FileTime): RunnableSuite => {
    const suite = suites.find((one) => one.name === name);
    if (!suite) throw new Error(`The suite ${name} of ${file} was not run.`);
    return { ...toRunnable(suite), name: `${file} alone`, ...toFileCommand(suite, file) };
  };
  try {
    const first = await runSuites(suites.map(toRunnable), atOnce, write);
    const files = readFileTimes(timesFolder);
    // The nightly tier repeats no failed files.
    const result: RepeatedResult = tier.sharesStores
      ? await repeatFailed(first, files, toRepeatable, (again) => runSuites(again, 1, write))
      : { ...first, unsteady: [] };
    const times = {
      tier: tier.name,
      wallSeconds: (performance.now() - startedAt) / 1_000,
      suites: Object.fromEntries(result.seconds),
      files,
    };
    for (const line of describeTimes(times)) write(line);
    if (values.profile) writeFileSync(values.profile, `${JSON.stringify(times, undefined, 2)}\n`);
    for (const line of describeFailures(tier, suites, result, files)) write(line);
    const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : '';
    write(`\n${result.passed} passed, ${result.failed} failed${skipped}`);
    return result.brokenSuites.length === 0 && suites.length > 0;
  } finally {
    await shared?.stop();
    rmSync(timesFolder, { recursive: true, force: true });
  }
}

/** Runs on a MongoDB that doesn't belong to the run, and leaves it unchanged. */
async function runOnMongodb(tier: Tier, suites: readonly Suite[]): Promise<boolean> {
  const mongoUrl = requireMongoUrl(process.env);
  await dropTestDatabases(mongoUrl);
  try {
    return await run(tier, suites, mongoUrl);
  } finally {
    await dropTestDatabases(mongoUrl);
  }
}

try {
  const tier = findTier(tierName === 'changed' ? 'default' : tierName);
  const suites = tierName === 'changed' ? findChanged(tier) : selectSuites(tier, names);
  const isPassed = await (tier.name === 'mongodb' ? runOnMongodb(tier, suites) : run(tier, suites));
  if (!isPassed) process.exitCode = 1;
} catch (error) {
  write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
