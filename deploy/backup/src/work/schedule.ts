import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@plotline/kit/telemetry/log';
import type { BackupFolder } from '../folder/backup-folder.js';

const retryMs = 5 * 60_000;

/** Returns the milliseconds until the next backup is due, or 0 if it is overdue. */
export function untilDue(newest: Date | undefined, intervalMs: number, now: Date): number {
  return newest === undefined ? 0 : Math.max(0, newest.getTime() + intervalMs - now.getTime());
}

export interface ScheduleOptions {
  readonly folder: BackupFolder;
  readonly intervalMs: number;
  readonly backUp: () => Promise<void>;
  /** Copies finished backups elsewhere, if that is configured. */
  readonly copy: () => Promise<void>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Makes a backup whenever one is due and copies it, until the signal. Tries again after five minutes when either fails.
 */
export async function runSchedule({ folder, intervalMs, backUp, copy, log, signal }: ScheduleOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      const [newest] = await folder.list();
      if (untilDue(newest?.startedAt, intervalMs, new Date()) === 0) await backUp();
      await copy();
      const [last] = await folder.list();
      await sleep(untilDue(last?.startedAt, intervalMs, new Date()), undefined, { signal });
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error }, 'backup failed');
      await sleep(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
