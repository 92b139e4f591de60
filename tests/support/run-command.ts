import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { SERVICE_NAMES, type ServiceName } from '@plotline/local/supervise/running-system';
import { createServiceEnvironment } from './service-environment.js';

const root = resolve(import.meta.dirname, '../..');

export interface CommandOutcome {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/**
 * Runs a command of a service, or of the kit for a service, on the stores of the running system, as an operator does.
 */
export async function runCommand(
  service: ServiceName,
  name: string,
  args: readonly string[] = [],
  unit: ServiceName | 'kit' = service,
): Promise<CommandOutcome> {
  const script = resolve(root, 'services', unit, 'dist/commands', `${name}.js`);
  const env = await createServiceEnvironment(service);
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  return { code: Number(code), output, errors };
}

/** Line about an inconsistency in a doctor's output. */
export interface DoctorLine {
  readonly service: string;
  readonly check: string;
  readonly mode: string;
  readonly workspace_id: string;
  readonly id: string;
  readonly repaired?: boolean;
}

/** Runs the doctors of all or some services on one workspace. Resolves to their findings. */
export async function runDoctors(
  workspaceId: string,
  { services = SERVICE_NAMES, args = [] }: { services?: readonly ServiceName[]; args?: readonly string[] } = {},
): Promise<readonly DoctorLine[]> {
  const given = ['--workspace', workspaceId, '--wait', '1', ...args];
  const outcomes = await Promise.all(services.map((service) => runCommand(service, 'doctor', given)));
  return outcomes.flatMap(({ code, output, errors }) => {
    const lines = output.trim().split('\n');
    const found: DoctorLine[] = lines.slice(0, -1).map((line) => JSON.parse(line));
    const isAll = found.every(({ repaired }) => repaired === true);
    if (code !== (isAll ? 0 : 1) || errors !== '') throw new Error(`doctor ended with ${code}: ${output}${errors}`);
    return found;
  });
}
