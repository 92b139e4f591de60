import { parseArgs } from 'node:util';
import { watchForStop } from '@plotline/local/cli/watch-for-stop';
import { parseSeeds } from './plan/parse-seeds.js';
import { createPlan } from './plan/plan.js';
import { runRecovery } from './recovery/run-recovery.js';
import { describeViolations, summarize } from './report.js';
import { runCampaign } from './run-campaign.js';
import { type ReplicatedSystem, startReplicatedSystem } from './system/replicated-system.js';

/**
 * `npm run campaign -- --seeds 1..20 --seconds 30` runs campaigns. `-- --recovery` measures recoveries, optionally only
 * of the named components.
 */
const { values, positionals } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1..3' },
    seconds: { type: 'string', default: '30' },
    recovery: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const { signal } = watchForStop(process.env);
const startedAt = Date.now();
const write = (line: string) => void process.stdout.write(`${line}\n`);
const report = (line: string) => write(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(7)} s  ${line}`);

/** Resolves to the seeds that broke a guarantee. */
async function runSeeds(seeds: readonly number[], replicated: ReplicatedSystem): Promise<number[]> {
  const failed: number[] = [];
  for (const seed of seeds) {
    const result = await runCampaign(createPlan(seed, Number(values.seconds)), replicated, report);
    for (const line of describeViolations(result)) write(line);
    report(summarize(result));
    if (result.violations.length > 0) failed.push(seed);
  }
  return failed;
}

async function run(): Promise<number> {
  const seeds = parseSeeds(values.seeds);
  const replicated = await startReplicatedSystem(report, signal);
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
  try {
    if (values.recovery) {
      await Promise.race([runRecovery(replicated, positionals, write), aborted]);
      return 0;
    }
    const failed = await Promise.race([runSeeds(seeds, replicated), aborted]);
    if (failed.length === 0) write(`${seeds.length} seeds kept every guarantee.`);
    else write(`Violations in the seeds ${failed.join(', ')}.`);
    return failed.length === 0 ? 0 : 1;
  } finally {
    await replicated.stop();
  }
}

const code = await run().catch((error: unknown) => {
  write(error instanceof Error ? String(error.stack) : String(error));
  return 2;
});
process.exit(code);
