import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openLog, readLogSize, readLogTail } from '../supervise/log-file.js';
import { answersOk } from '../supervise/probe.js';
import type { SystemAddresses } from '../supervise/running-system.js';
import { getDataLayout } from '../supervise/system-options.js';

const SEED_DEADLINE_MS = 3 * 60_000;
const MAX_ERROR_LINES = 30;

/**
 * Creates the demo data unless it exists. Resolves to true if it was created. Runs in its own process, because its
 * client libraries would remain in the launcher's memory.
 * @throws Error with the last lines of `demo.log`, or when aborted by `signal`.
 */
export async function seedDemoData(system: SystemAddresses, signal: AbortSignal): Promise<boolean> {
  if (await isDemoSeeded(system)) return false;
  const logFile = join(getDataLayout(system.dataDirectory).logs, 'demo.log');
  const logStart = readLogSize(logFile);
  const log = openLog(logFile);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'seed-process.js')], {
    stdio: ['pipe', log, log],
    timeout: SEED_DEADLINE_MS,
    signal,
  });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(JSON.stringify(system));
  const outcome = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
  });
  if (outcome === undefined) return true;
  const lines = readLogTail(logFile, logStart, MAX_ERROR_LINES).map((line) => `  | ${line}`);
  throw new Error([`the demo data could not be created (${outcome}). Its last lines:`, ...lines].join('\n'));
}

const CHECK_DEADLINE_MS = 5_000;

/** Part of the demo data that the launcher reads: the first workspace, whose key and owner the launcher shows. */
export interface DemoKey {
  readonly baseUrl: string;
  readonly workspaceName: string;
  readonly apiKey: string;
  readonly owner: { readonly email: string; readonly password: string };
}

/** Returns the demo key from the file, or undefined when there is none. */
export async function readDemoKey(file: string): Promise<DemoKey | undefined> {
  try {
    return parseDemoKey(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * Returns whether the databases contain the demo data that the file describes, and whether its addresses are still
 * those of the system.
 */
async function isDemoSeeded(system: SystemAddresses): Promise<boolean> {
  const demo = await readDemoKey(system.demoFile);
  if (demo?.baseUrl !== system.urls.api) return false;
  const headers = { Authorization: `Bearer ${demo.apiKey}` };
  const url = `${system.urls.api}/v1/properties?per_page=1`;
  return answersOk(url, AbortSignal.timeout(CHECK_DEADLINE_MS), headers).catch(() => false);
}

function parseOwner(content: unknown): DemoKey['owner'] | undefined {
  if (typeof content !== 'object' || content === null) return undefined;
  if (!('email' in content) || typeof content.email !== 'string') return undefined;
  if (!('password' in content) || typeof content.password !== 'string') return undefined;
  return { email: content.email, password: content.password };
}

function parseDemoKey(content: unknown): DemoKey | undefined {
  if (typeof content !== 'object' || content === null) return undefined;
  if (!('base_url' in content) || typeof content.base_url !== 'string') return undefined;
  if (!('workspaces' in content) || !Array.isArray(content.workspaces)) return undefined;
  const workspace: unknown = content.workspaces[0];
  if (typeof workspace !== 'object' || workspace === null) return undefined;
  if (!('api_key' in workspace) || typeof workspace.api_key !== 'string') return undefined;
  if (!('name' in workspace) || typeof workspace.name !== 'string') return undefined;
  const owner = 'owner' in workspace ? parseOwner(workspace.owner) : undefined;
  if (!owner) return undefined;
  return { baseUrl: content.base_url, workspaceName: workspace.name, apiKey: workspace.api_key, owner };
}
