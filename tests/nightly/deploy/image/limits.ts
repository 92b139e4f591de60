import { existsSync } from 'node:fs';
import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Container } from '../../../deploy/compose-file.js';

const mount = '/sys/fs/cgroup';
const periodUs = 100_000;

function toBytes(size: string): number {
  const [, number = '', unit = ''] = /^(\d+)([mg])$/.exec(size) ?? [];
  if (number === '') throw new Error(`This test can't read the size ${size}.`);
  return Number(number) * (unit === 'g' ? 1024 ** 3 : 1024 ** 2);
}

/** Values of the files in a control group, by controller. */
type Files = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Returns the files with the limits of a container. */
function toFiles({ mem_limit = '', pids_limit = 0, cpus = 0 }: Container, isUnified: boolean): Files {
  const [memory, quota] = [String(toBytes(mem_limit)), String(cpus * periodUs)];
  const [pids, period] = [String(pids_limit), String(periodUs)];
  return isUnified
    ? { memory: { 'memory.max': memory }, pids: { 'pids.max': pids }, cpu: { 'cpu.max': `${quota} ${period}` } }
    : {
        memory: { 'memory.limit_in_bytes': memory },
        pids: { 'pids.max': pids },
        cpu: { 'cpu.cfs_period_us': period, 'cpu.cfs_quota_us': quota },
      };
}

/** Control groups of one run, with the limits of its containers. They work with both versions of control groups. */
export class ControlGroups {
  readonly #name: string;
  readonly #isUnified = existsSync(join(mount, 'cgroup.controllers'));

  constructor(name: string) {
    this.#name = name;
  }

  /** Creates the groups of a container. Returns their folders, which its first process joins. */
  async create(name: string, container: Container): Promise<readonly string[]> {
    const joined = new Set<string>();
    for (const [controller, files] of Object.entries(toFiles(container, this.#isUnified))) {
      const parent = this.#isUnified ? join(mount, this.#name) : join(mount, controller, this.#name);
      if (this.#isUnified) await this.#enable(parent, controller);
      const folder = join(parent, name);
      await mkdir(folder, { recursive: true });
      for (const [file, value] of Object.entries(files)) await writeFile(join(folder, file), value);
      joined.add(folder);
    }
    return [...joined];
  }

  /** Lets the groups below use a controller. */
  async #enable(parent: string, controller: string): Promise<void> {
    await mkdir(parent, { recursive: true });
    for (const folder of [mount, parent]) await writeFile(join(folder, 'cgroup.subtree_control'), `+${controller}`);
  }
}

/** Removes the control groups of a run whose processes have ended. */
export async function removeControlGroups(name: string): Promise<void> {
  const parents = [mount, ...['memory', 'pids', 'cpu'].map((controller) => join(mount, controller))];
  for (const parent of parents.map((folder) => join(folder, name)).filter(existsSync)) {
    const entries = await readdir(parent, { withFileTypes: true });
    for (const entry of entries) if (entry.isDirectory()) await rmdir(join(parent, entry.name));
    await rmdir(parent);
  }
}
