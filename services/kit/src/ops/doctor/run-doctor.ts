import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Mode } from '../../core/caller.js';
import type { ServiceRuntime } from '../../service/runtime.js';
import { modes } from '../../store/connection/connect.js';
import { createArchiveChecks } from './archive-check.js';
import { type Check, type CheckScope, type Inconsistency, toKey } from './check.js';
import { createUnpublishedCheck } from './unpublished-check.js';

/** Command line of a service's `doctor.js`. */
export const doctorCommand = {
  usage: `Usage: doctor.js [--mode live|sandbox] [--workspace <id>] [--check <name>]… [--wait <seconds>] [--repair]
  Prints inconsistent records, one JSON object a line with the next step, then a summary. Log lines go to standard error. Exits with 1
  when something was found and not repaired.
  --wait  seconds until findings are checked again (default 10); only findings of both checks are printed
  --repair  corrects what can be corrected`,
  options: {
    mode: { type: 'string' },
    workspace: { type: 'string' },
    check: { type: 'string', multiple: true },
    wait: { type: 'string', default: '10' },
    repair: { type: 'boolean', default: false },
  },
} as const;

/** Maximum printed findings per check and mode. Further findings are only counted. */
const maxFound = 1_000;

interface Options {
  readonly modes: readonly Mode[];
  readonly workspaceId: string | undefined;
  readonly names: readonly string[];
  readonly waitMs: number;
  readonly isRepair: boolean;
}

/** Findings of a check in one mode. */
interface Findings {
  readonly check: Check;
  readonly scope: CheckScope;
  readonly found: ReadonlyMap<string, Inconsistency>;
}

function parseOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({ args: [...args], options: doctorCommand.options });
  const chosen = modes.filter((mode) => values.mode === undefined || values.mode === mode);
  const waitMs = Number(values.wait) * 1_000;
  if (chosen.length === 0 || !(waitMs >= 0 && waitMs <= 3_600_000)) return null;
  return {
    modes: chosen,
    workspaceId: values.workspace,
    names: values.check ?? [],
    waitMs,
    isRepair: values.repair,
  };
}

/** Runs a check. With `before`, returns only findings that the earlier check also had. */
async function look(check: Check, scope: CheckScope, before?: ReadonlyMap<string, Inconsistency>): Promise<Findings> {
  const found = new Map<string, Inconsistency>();
  for await (const one of check.find(scope)) {
    const key = toKey(one);
    if (before && !before.has(key)) continue;
    found.set(key, one);
    if (found.size === maxFound) break;
  }
  return { check, scope, found };
}

/**
 * Returns the findings that two checks share. Sales and events that were in progress at the first check have ended by
 * the second.
 */
async function lookTwice(checks: readonly Check[], { modes: chosen, workspaceId, waitMs }: Options) {
  const suspected: Findings[] = [];
  for (const mode of chosen) {
    for (const check of checks) {
      const first = await look(check, { mode, workspaceId });
      if (first.found.size > 0) suspected.push(first);
    }
  }
  if (suspected.length > 0) await sleep(waitMs);
  const found: Findings[] = [];
  for (const { check, scope, found: before } of suspected) found.push(await look(check, scope, before));
  return found.filter((one) => one.found.size > 0);
}

/** Returns the next step for a person. */
function toNextStep({ name, repair: canRepair, nextStep }: Check, isTried: boolean): string {
  return canRepair && !isTried ? `run doctor.js --check ${name} --repair` : nextStep;
}

/** Repairs the findings and returns those that remain. */
async function repair({ check, scope, found }: Findings): Promise<Findings> {
  if (!check.repair) return { check, scope, found };
  await check.repair(scope, [...found.values()]);
  return look(check, scope, found);
}

/** Writes the findings, and then the summary. */
type Write = (line: object) => void;

function writeLine(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/**
 * Runs the command `doctor.js` of a service. Resolves to the exit code: 0 without findings, 1 with findings, 2 for a
 * usage error.
 */
export async function runDoctor(
  runtime: Pick<ServiceRuntime, 'name' | 'databases' | 'archiving'>,
  ownChecks: readonly Check[],
  args: readonly string[] = process.argv.slice(2),
  write: Write = writeLine,
): Promise<0 | 1 | 2> {
  const options = parseOptions(args);
  const all = [...ownChecks, createUnpublishedCheck(runtime), ...createArchiveChecks(runtime)];
  const unknown = options?.names.filter((name) => !all.some((check) => check.name === name)) ?? [];
  if (!options || unknown.length > 0) {
    process.stderr.write(`${doctorCommand.usage}\nChecks: ${all.map(({ name }) => name).join(', ')}\n`);
    return 2;
  }
  const { names, isRepair } = options;
  const checks = all.filter(({ name }) => names.length === 0 || names.includes(name));
  const found = await lookTwice(checks, options);
  let [total, left] = [0, 0];
  for (const findings of found) {
    const remaining = isRepair ? await repair(findings) : findings;
    total += findings.found.size;
    left += remaining.found.size;
    for (const [key, one] of findings.found) {
      const { check, scope } = findings;
      const isRepaired = isRepair && !remaining.found.has(key);
      const told = { service: runtime.name, check: check.name, mode: scope.mode, ...one };
      write({
        ...told,
        ...(isRepair && { repaired: isRepaired }),
        ...(!isRepaired && { next: toNextStep(check, isRepair) }),
      });
    }
  }
  const isComplete = found.every((findings) => findings.found.size < maxFound);
  write({ service: runtime.name, checks: checks.length, found: total, repaired: total - left, complete: isComplete });
  return left === 0 ? 0 : 1;
}
