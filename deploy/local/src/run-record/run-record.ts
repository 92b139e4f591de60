import { rmSync } from 'node:fs';
import { processIdentity } from '../supervise/process-identity.js';
import { signalGroup, signalProcess } from '../supervise/signal-process.js';
import { type RecordedProcess, writeRunRecord } from './run-record-file.js';

const REFRESH_EVERY_MS = 2_000;

/** Keeps `run.json` in step with the processes of this run, for the next start to end what this one could not. */
export interface RunRecord {
  /** Notes a process at once. */
  add(processId: number): void;
  /** Names a source that is asked again and again for processes that were not added. */
  watch(processIds: () => readonly number[]): void;
  /** Ends every noted process that still runs, with its group, by SIGKILL: the way out when a stop takes too long. */
  killAll(): void;
  /** Ends the watching and removes the file: all that was noted has been stopped. */
  close(): void;
}

export function openRunRecord(file: string): RunRecord {
  const launcher = identify(process.pid) ?? { processId: process.pid, identity: 'unknown' };
  const noted = new Map<number, RecordedProcess>();
  const sources: (() => readonly number[])[] = [];
  const write = (): void => writeRunRecord(file, { launcher, processes: [...noted.values()] });

  function note(processIds: readonly number[]): boolean {
    const fresh = processIds.filter((id) => !noted.has(id)).map(identify);
    for (const one of fresh) if (one) noted.set(one.processId, one);
    return fresh.some(Boolean);
  }

  function dropEnded(): boolean {
    const ended = [...noted.values()].filter((one) => processIdentity(one.processId) !== one.identity);
    for (const { processId } of ended) noted.delete(processId);
    return ended.length > 0;
  }

  function refresh(): void {
    const dropped = dropEnded();
    const added = note(sources.flatMap((source) => source()));
    if (dropped || added) write();
  }

  write();
  const timer = setInterval(refresh, REFRESH_EVERY_MS);
  timer.unref();
  return {
    add(processId) {
      if (note([processId])) write();
    },
    watch(processIds) {
      sources.push(processIds);
      refresh();
    },
    killAll() {
      dropEnded();
      note(sources.flatMap((source) => source()));
      for (const { processId } of noted.values()) {
        if (!signalGroup(processId, 'SIGKILL')) signalProcess(processId, 'SIGKILL');
      }
    },
    close() {
      clearInterval(timer);
      rmSync(file, { force: true });
    },
  };
}

function identify(processId: number): RecordedProcess | undefined {
  const identity = processIdentity(processId);
  return identity === undefined ? undefined : { processId, identity };
}
