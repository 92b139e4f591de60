import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns an identity that distinguishes a running process from a later process with the same id. On Linux it consists
 * of the boot and the process's start time in clock ticks. Elsewhere it is the start time as `ps` prints it. Returns
 * undefined if no such process runs. A zombie counts as ended.
 */
export function readProcessIdentity(processId: number): string | undefined {
  return process.platform === 'linux' ? readLinuxIdentity(processId) : readPosixIdentity(processId);
}

function readLinuxIdentity(processId: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    // The second field is the command in parentheses, which may contain blanks and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startTime] = [fields[0], fields[19]];
    if (state === 'Z' || state === 'X' || startTime === undefined) return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${startTime}`;
  } catch {
    return undefined;
  }
}

function readPosixIdentity(processId: number): string | undefined {
  try {
    const options: ExecFileSyncOptionsWithStringEncoding = {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5_000,
    };
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(processId)], options).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Sends a signal to one process. Returns false if the process has ended. */
export function signalProcess(processId: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(processId, signal);
  } catch {
    return false;
  }
}

/** Sends a signal to every process of the group that `leaderId` leads. Returns false if the group is empty. */
export function signalGroup(leaderId: number, signal: NodeJS.Signals): boolean {
  return signalProcess(-leaderId, signal);
}
