import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Ports } from '@plotline/local/supervise/ports';
import { ownEnvironment } from '../../support/own-environment.js';

const script = fileURLToPath(new URL('../../../deploy/local/start.mjs', import.meta.url));
const startTimeoutMs = 180_000;

export interface Launched {
  readonly processId: number;
  /** Seconds until the launcher reported that everything is ready. */
  readonly seconds: number;
  /** Duration of each step in seconds, by its name. */
  readonly steps: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Parses a line such as ` 2.6 s auth: http://…`. Returns null for other lines. */
export function parseStep(line: string): { readonly name: string; readonly seconds: number } | null {
  const [, seconds, name] = /^ *(\d+\.\d) s {2}([^:]+)/.exec(line) ?? [];
  return seconds === undefined || name === undefined ? null : { name: name.trim(), seconds: Number(seconds) };
}

/** Variables that make the launcher listen on these ports. */
function toVariables({ services, ...ports }: Ports): Record<string, string> {
  const own = Object.entries(ports).map(([name, port]) => [`PLOTLINE_${name.toUpperCase()}_PORT`, String(port)]);
  const ofServices = Object.entries(services).flatMap(([name, { http, grpc }]) => [
    [`PLOTLINE_${name.toUpperCase()}_HTTP_PORT`, String(http)],
    [`PLOTLINE_${name.toUpperCase()}_GRPC_PORT`, String(grpc)],
  ]);
  return Object.fromEntries([...own, ...ofServices]);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(30_000) });
  child.kill('SIGTERM');
  await ended.catch(() => child.kill('SIGKILL'));
}

/** Starts everything on the data in a folder, and resolves once it is ready. */
export async function startLauncher(dataDirectory: string, ports: Ports): Promise<Launched> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [script], {
    env: {
      ...ownEnvironment(),
      ...toVariables(ports),
      PLOTLINE_DATA_DIRECTORY: dataDirectory,
      LIMITS_FACTOR: '100000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const tooLate = setTimeout(() => void stop(child), startTimeoutMs);
  const steps = new Map<string, number>();
  try {
    for await (const line of createInterface(child.stdout)) {
      const step = parseStep(line);
      if (step) steps.set(step.name, step.seconds);
      if (!step?.name.startsWith('Plotline is ready')) continue;
      const seconds = (performance.now() - startedAt) / 1_000;
      return { processId: child.pid ?? 0, seconds, steps, stop: () => stop(child) };
    }
    throw new Error('The system did not get ready.');
  } catch (error) {
    await stop(child);
    throw error;
  } finally {
    clearTimeout(tooLate);
    // Keeps reading the output, because a full pipe would block the launcher.
    child.stdout.resume();
  }
}
