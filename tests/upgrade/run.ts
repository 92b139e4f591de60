import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { watchForStop } from '@plotline/local/cli/watch-for-stop';
import { findPreviousRelease } from '../compatibility/previous-release.js';
import { type CampaignPlan, createPlan } from '../nightly/faults/campaign/plan/plan.js';
import { describeViolations, summarize } from '../nightly/faults/campaign/report.js';
import { type CampaignResult, runCampaign } from '../nightly/faults/campaign/run-campaign.js';
import { startReplicatedSystem } from '../nightly/faults/campaign/system/replicated-system.js';
import { buildRelease } from './build-release.js';
import { judgeUpgrade } from './judge-upgrade.js';
import { createProgramLinks } from './program-links.js';
import { rollOut } from './roll-out.js';
import { widenPermissions } from './widen-permissions.js';

/** `npm run upgrade -- --from v1.2.0 --seed 1 --seconds 180` */
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    seed: { type: 'string', default: '1' },
    // The load must last until the last process is replaced.
    seconds: { type: 'string', default: '180' },
  },
});

/**
 * Clients that pause longer than a campaign's. Otherwise two cores are so busy that some calls get a 503 at their
 * deadline while a process of either release starts.
 */
function planUpgrade(seed: number, seconds: number): CampaignPlan {
  return { ...createPlan(seed, seconds, 1), faults: [], pauseMs: { min: 500, max: 2_500 } };
}

const checkout = resolve(import.meta.dirname, '../..');
const { signal } = watchForStop(process.env);
const startedAt = Date.now();
const write = (line: string) => void process.stdout.write(`${line}\n`);
const report = (line: string) => write(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(7)} s  ${line}`);

async function upgrade(previous: string): Promise<CampaignResult> {
  const links = await createProgramLinks(previous);
  const folder = await mkdtemp(join(tmpdir(), 'plotline-upgrade-'));
  try {
    const replicated = await startReplicatedSystem(report, signal, {
      programs: links.programs,
      // An operator first adds the permissions of the new release. At the end, the operator removes those of the
      // previous release.
      brokerPermissions: await widenPermissions(previous, checkout, folder),
    });
    const aborted = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
    try {
      const plan = planUpgrade(Number(values.seed), Number(values.seconds));
      const work = runCampaign(plan, replicated, report, () => rollOut(replicated, links, checkout, report));
      return judgeUpgrade(await Promise.race([work, aborted]));
    } finally {
      await replicated.stop();
    }
  } finally {
    await links.remove();
    await rm(folder, { recursive: true });
  }
}

async function run(): Promise<number> {
  const release = values.from ? { commit: values.from, name: values.from } : await findPreviousRelease(checkout);
  if (!release) throw new Error('There is no repository to find the previous release in.');
  report(`building ${release.name}`);
  const previous = await buildRelease(checkout, release.commit);
  report(`${release.name} is built in ${previous}`);
  const result = await upgrade(previous);
  for (const line of describeViolations(result)) write(line);
  report(summarize(result));
  return result.violations.length === 0 ? 0 : 1;
}

const code = await run().catch((error: unknown) => {
  write(error instanceof Error ? String(error.stack) : String(error));
  return 2;
});
process.exit(code);
