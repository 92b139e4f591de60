import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { processIdentity, signalGroup, signalProcess } from './os-process.js';

/** A process as it can be recognized later, when its id may have been given to another. */
export interface RecordedProcess {
  readonly processId: number;
  readonly identity: string;
}

/** Who runs on a data directory, and what it has started. */
export interface RunRecordContent {
  readonly launcher: RecordedProcess;
  readonly processes: readonly RecordedProcess[];
}

/** The record of the last run, or undefined when there is none that can be read. */
export function readRunRecord(file: string): RunRecordContent | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRunRecord(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the record in one step, so that no crash leaves half of one. */
export function writeRunRecord(file: string, content: RunRecordContent): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${JSON.stringify(content, undefined, 2)}\n`);
  renameSync(`${file}.new`, file);
}

function isRunRecord(value: unknown): value is RunRecordContent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'launcher' in value &&
    isRecordedProcess(value.launcher) &&
    'processes' in value &&
    Array.isArray(value.processes) &&
    value.processes.every(isRecordedProcess)
  );
}

function isRecordedProcess(value: unknown): value is RecordedProcess {
  return (
    typeof value === 'object' &&
    value !== null &&
    'processId' in value &&
    Number.isSafeInteger(value.processId) &&
    'identity' in value &&
    typeof value.identity === 'string'
  );
}

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
