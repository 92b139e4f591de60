import { readFile } from 'node:fs/promises';
import { answersOk } from './net/answers-ok.js';
import type { SystemAddresses } from './system/running-system.js';

const CHECK_DEADLINE_MS = 5_000;

/** What the launcher reads of the demo data: the first workspace, whose key it shows. */
export interface DemoKey {
  readonly baseUrl: string;
  readonly workspaceName: string;
  readonly apiKey: string;
}

/** The demo key from the file, or undefined when there is none. */
export async function readDemoKey(file: string): Promise<DemoKey | undefined> {
  try {
    return demoKeyOf(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Whether the demo data that the file describes is in the databases, and its addresses are still the system's. */
export async function isDemoSeeded(system: SystemAddresses): Promise<boolean> {
  const demo = await readDemoKey(system.demoFile);
  if (demo?.baseUrl !== system.urls.api) return false;
  const headers = { Authorization: `Bearer ${demo.apiKey}` };
  const url = `${system.urls.api}/v1/properties?per_page=1`;
  return answersOk(url, AbortSignal.timeout(CHECK_DEADLINE_MS), headers).catch(() => false);
}

function demoKeyOf(content: unknown): DemoKey | undefined {
  if (typeof content !== 'object' || content === null) return undefined;
  if (!('base_url' in content) || typeof content.base_url !== 'string') return undefined;
  if (!('workspaces' in content) || !Array.isArray(content.workspaces)) return undefined;
  const workspace: unknown = content.workspaces[0];
  if (typeof workspace !== 'object' || workspace === null) return undefined;
  if (!('api_key' in workspace) || typeof workspace.api_key !== 'string') return undefined;
  if (!('name' in workspace) || typeof workspace.name !== 'string') return undefined;
  return { baseUrl: content.base_url, workspaceName: workspace.name, apiKey: workspace.api_key };
}
