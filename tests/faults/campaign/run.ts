import { parseArgs } from 'node:util';
import { watchForStop } from '@plotline/local/cli/watch-for-stop';
import { parseSeeds } from './plan/parse-seeds.js';
import { createPlan } from './plan/plan.js';
import { runRecovery } from './recovery/run-recovery.js';
import { describeViolations, summarize } from './report.js';
import { runCampaign } from './run-campaign.js';
import { startReplicatedSystem } from './system/replicated-system.js';

/** `npm run campaign -- --seeds 1..20 --seconds 30`, or `-- --recovery`, perhaps with the names of components. */
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

const seeds = parseSeeds(values.seeds);
const replicated = await startReplicatedSystem(report, signal);
signal.addEventListener('abort', () => void replicated.stop().then(() => process.exit(130)), { once: true });
const failed: number[] = [];
try {
  if (values.recovery) await runRecovery(replicated, positionals, write);
  for (const seed of values.recovery ? [] : seeds) {
    const result = await runCampaign(createPlan(seed, Number(values.seconds)), replicated, report);
    for (const line of describeViolations(result)) write(line);
    report(summarize(result));
    if (result.violations.length > 0) failed.push(seed);
  }
} finally {
  await replicated.stop();
}
if (!values.recovery)
  write(
    failed.length === 0 ? `${seeds.length} seeds kept every promise.` : `Violations in the seeds ${failed.join(', ')}.`,
  );
process.exit(failed.length === 0 ? 0 : 1);
