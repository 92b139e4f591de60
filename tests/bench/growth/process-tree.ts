import { readdir, readFile } from 'node:fs/promises';
import { COMPONENT_NAMES, type ComponentName, type RunningSystem } from '@plotline/local/supervise/running-system';

export interface SystemProcess {
  readonly part: ComponentName;
  readonly id: number;
  /** Name of the program, such as `node`. */
  readonly command: string;
  /** Processor time since its start, in hundredths of a second. */
  readonly ticks: number;
}

interface Stat {
  readonly id: number;
  readonly parent: number;
  readonly command: string;
  readonly ticks: number;
}

/** A line of /proc/<id>/stat; null when the process has ended meanwhile. */
async function readStat(id: string): Promise<Stat | null> {
  const line = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => null);
  if (line === null) return null;
  const end = line.lastIndexOf(')');
  const command = line.slice(line.indexOf('(') + 1, end);
  const fields = line.slice(end + 2).split(' ');
  return { id: Number(id), parent: Number(fields[1]), command, ticks: Number(fields[11]) + Number(fields[12]) };
}

/** The processes of every part with all that they started; none where there is no /proc. */
export async function listProcesses(system: RunningSystem): Promise<SystemProcess[]> {
  const names = await readdir('/proc').catch(() => []);
  const stats = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readStat));
  const running = stats.filter((stat) => stat !== null);
  return COMPONENT_NAMES.flatMap((part) => {
    const ids = new Set(system.processIds(part));
    // Ids grow, but wrap around: so often as a tree may be deep, not once in their order.
    for (let before = -1; before < ids.size; ) {
      before = ids.size;
      for (const { id, parent } of running) if (ids.has(parent)) ids.add(id);
    }
    return running.filter(({ id }) => ids.has(id)).map(({ id, command, ticks }) => ({ part, id, command, ticks }));
  });
}
