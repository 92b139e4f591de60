import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ProcessStat {
  readonly id: number;
  readonly parent: number;
  /** Name of the program, such as `node`. */
  readonly command: string;
  /** Processor time since the start of the process, in hundredths of a second, including its ended children. */
  readonly ticks: number;
}

/** Parses a line from /proc/<id>/stat. Null if the process has ended in the meantime. */
async function readStat(id: string): Promise<ProcessStat | null> {
  const line = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => null);
  if (line === null) return null;
  const end = line.lastIndexOf(')');
  const command = line.slice(line.indexOf('(') + 1, end);
  const fields = line.slice(end + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { id: Number(id), parent: Number(fields[1]), command, ticks };
}

/** Returns all processes on the machine. Returns none without /proc. */
export async function listAllProcesses(): Promise<ProcessStat[]> {
  const names = await readdir('/proc').catch(() => []);
  const stats = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readStat));
  return stats.filter((stat) => stat !== null);
}

/** Returns the processes of `all` with these ids, and their descendants. */
export function selectTree(all: readonly ProcessStat[], rootIds: readonly number[]): ProcessStat[] {
  const ids = new Set(rootIds);
  // Process ids increase but wrap around. So the search repeats until it finds no more descendants.
  for (let before = -1; before < ids.size; ) {
    before = ids.size;
    for (const { id, parent } of all) if (ids.has(parent)) ids.add(id);
  }
  return all.filter(({ id }) => ids.has(id));
}

/**
 * Freezes processes and all their descendants, as on a machine that hangs: sockets stay open, and nothing answers.
 * Resolves to a function that lets them continue, except those that have ended.
 */
export async function freezeTree(rootIds: readonly number[]): Promise<() => void> {
  const frozen = new Set<number>();
  // A process that has not stopped yet may start another process, so this repeats.
  for (let round = 0; round < 3; round += 1) {
    for (const { id } of selectTree(await listAllProcesses(), rootIds)) {
      if (signal(id, 'SIGSTOP')) frozen.add(id);
    }
    await sleep(5);
  }
  return () => {
    for (const id of frozen) signal(id, 'SIGCONT');
  };
}

function signal(id: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(id, name);
  } catch {
    return false;
  }
}
