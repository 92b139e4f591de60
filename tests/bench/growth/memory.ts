import { readFile } from 'node:fs/promises';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { listProcesses } from '../system-processes.js';

export interface ProgramMemory {
  /** Part and program, such as `mongo postgres`. */
  readonly name: string;
  readonly processes: number;
  /** Resident memory in MB. Memory that processes share counts once. */
  readonly megabytes: number;
  /** Resident memory of the largest process in MB, without shared memory. */
  readonly largest: number;
}

function kilobytes(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0);
}

/** Reads the resident memory of every process, and adds it up for each program. */
export async function readMemory(system: RunningSystem): Promise<ProgramMemory[]> {
  const sums = new Map<string, { processes: number; own: number; shared: number; largest: number }>();
  for (const { part, id, command } of await listProcesses(system)) {
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
    const name = `${part} ${command}`;
    const sum = sums.get(name) ?? { processes: 0, own: 0, shared: 0, largest: 0 };
    const shared = kilobytes(status, 'RssShmem');
    const own = kilobytes(status, 'VmRSS') - shared;
    sums.set(name, {
      processes: sum.processes + 1,
      own: sum.own + own,
      shared: Math.max(sum.shared, shared),
      largest: Math.max(sum.largest, own),
    });
  }
  return [...sums].map(([name, { processes, own, shared, largest }]) => ({
    name,
    processes,
    megabytes: Math.round((own + shared) / 1_024),
    largest: Math.round(largest / 1_024),
  }));
}
