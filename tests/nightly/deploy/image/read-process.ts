import { readFile } from 'node:fs/promises';
import type { ProgramReport } from './report.js';

type ProcessReport = Pick<ProgramReport, 'command' | 'variables' | 'rights' | 'peakMemoryMiB' | 'limitBytes'>;

async function readWords(file: string): Promise<string[]> {
  return (await readFile(file, 'utf8')).split('\0').slice(0, -1);
}

/** Returns the memory limit of a process's control group. */
async function readLimit(folder: string): Promise<string> {
  const groups = await readFile(`${folder}/cgroup`, 'utf8');
  const [, unified] = /^0::(\/.*)$/m.exec(groups) ?? [];
  const [, memory] = /:memory:(\/.*)$/m.exec(groups) ?? [];
  const file =
    memory === undefined
      ? `/sys/fs/cgroup${unified}/memory.max`
      : `/sys/fs/cgroup/memory${memory}/memory.limit_in_bytes`;
  return (await readFile(file, 'utf8')).trim();
}

/** Reads from /proc how a program runs. */
export async function readProcess(id: number): Promise<ProcessReport> {
  const folder = `/proc/${id}`;
  const status = await readFile(`${folder}/status`, 'utf8');
  const read = (name: string) => new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(status)?.[1] ?? '';
  const readNumbers = (name: string) => read(name).split(/\s+/).map(Number);
  return {
    command: await readWords(`${folder}/cmdline`),
    variables: (await readWords(`${folder}/environ`)).map((entry) => entry.split('=')[0] ?? ''),
    rights: {
      userIds: readNumbers('Uid'),
      groupIds: readNumbers('Gid'),
      capabilities: read('CapEff'),
      boundingSet: read('CapBnd'),
      hasNoNewPrivileges: read('NoNewPrivs') === '1',
    },
    peakMemoryMiB: Math.round(Number.parseInt(read('VmHWM'), 10) / 1_024),
    limitBytes: await readLimit(folder),
  };
}
