import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@plotline/local/supervise/running-system';
import type { ProgramName } from '@plotline/local/supervise/system-options';

/** Links that decide which release each program starts from. Changing a link affects the program's next start. */
export interface ProgramLinks {
  /** Scripts to start. */
  readonly programs: Readonly<Record<ProgramName, string>>;
  /** Makes later starts of the program use the release. */
  point(program: ProgramName, release: string): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Replaces a program that a release lacks. The replacement reports that it is ready, does nothing and has no migration
 * job.
 */
const absentProgram = join(import.meta.dirname, 'absent-program');

function getBuild(release: string, program: ProgramName): string {
  const unit = program === 'gateway' ? join(release, 'gateway') : join(release, 'services', program);
  // A release without the service has no folder for it, and its gateway routes no requests to it.
  return existsSync(unit) ? join(unit, 'dist') : absentProgram;
}

export async function createProgramLinks(release: string): Promise<ProgramLinks> {
  const folder = await mkdtemp(join(tmpdir(), 'plotline-programs-'));
  const script = (program: ProgramName) => join(folder, program, 'main.js');
  const point = async (program: ProgramName, target: string) => {
    const link = join(folder, `${program}.next`);
    await symlink(getBuild(target, program), link);
    await rename(link, join(folder, program));
  };
  for (const program of [...SERVICE_NAMES, 'gateway'] as const) await point(program, release);
  return {
    programs: {
      auth: script('auth'),
      inventory: script('inventory'),
      pipeline: script('pipeline'),
      team: script('team'),
      webhook: script('webhook'),
      transfer: script('transfer'),
      connect: script('connect'),
      gateway: script('gateway'),
    },
    point,
    remove: () => rm(folder, { recursive: true }),
  };
}
