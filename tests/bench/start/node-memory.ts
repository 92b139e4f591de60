import { readFile } from 'node:fs/promises';
import { listAllProcesses, selectTree } from '../../support/process-tree.js';

export interface NodeProcess {
  /** Name such as `auth`, `gateway`, `bridge` or `launcher`. */
  readonly name: string;
  /** Resident memory in MB, including shared memory. So the program itself counts for each process. */
  readonly resident: number;
  /**
   * Memory in MB, with shared memory divided by the number of processes that share it. NaN if the system doesn't report
   * it.
   */
  readonly proportional: number;
}

/** Returns the name of a Node process from its command line. */
function toProgramName(commandLine: string): string {
  const [, service] = /services\/([a-z]+)\/dist\/main\.js/.exec(commandLine) ?? [];
  if (service) return service;
  if (commandLine.includes('gateway/dist/main.js')) return 'gateway';
  return commandLine.includes('documentdb-bridge') ? 'bridge' : 'launcher';
}

const toMegabytes = (text: string, field: string) =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? Number.NaN) / 1_024;

/** Returns the Node processes in a process tree, the largest first. */
export async function readNodeMemory(rootId: number): Promise<NodeProcess[]> {
  const tree = selectTree(await listAllProcesses(), [rootId]);
  const read = (id: number, name: string) => readFile(`/proc/${id}/${name}`, 'utf8').catch(() => '');
  const all = await Promise.all(
    tree
      .filter(({ command }) => command === 'node')
      .map(async ({ id }) => ({
        name: toProgramName((await read(id, 'cmdline')).replaceAll('\0', ' ')),
        resident: toMegabytes(await read(id, 'status'), 'VmRSS'),
        proportional: toMegabytes(await read(id, 'smaps_rollup'), 'Pss'),
      })),
  );
  return all.toSorted((a, b) => b.resident - a.resident);
}
