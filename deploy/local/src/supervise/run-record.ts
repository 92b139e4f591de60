import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readProcessIdentity, signalGroup, signalProcess } from './os-process.js';

/** Process with enough data to recognize it later, when a different process may have its id. */
export interface RecordedProcess {
  readonly processId: number;
  readonly identity: string;
}

/** Launcher that runs on a data directory, and the processes that it has started. */
export interface RunRecordContent {
  readonly launcher: RecordedProcess;
  readonly processes: readonly RecordedProcess[];
}

/** Returns the record of the last run, or undefined if no readable record exists. */
export function readRunRecord(file: string): RunRecordContent | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRunRecord(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the record in one step, so that a crash never leaves a partial record. */
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

const REFRESH_INTERVAL_MS = 2_000;

/**
 * Keeps `run.json` up to date with the processes of this run, so that the next start can end processes that this run
 * could not end.
 */
export interface RunRecord {
  /** Records a process immediately. */
  add(processId: number): void;
  /** Adds a source that is polled for processes that nobody added. */
  watch(processIds: () => readonly number[]): void;
  /**
   * Ends every recorded process that is still running, and its group, with SIGKILL. Used when a stop takes too long.
   */
  killAll(): void;
  /** Stops watching and removes the file. Call it after all recorded processes have stopped. */
  close(): void;
}

export function openRunRecord(file: string): RunRecord {
  const launcher = identify(process.pid) ?? { processId: process.pid, identity: 'unknown' };
  const processes = new Map<number, RecordedProcess>();
  const sources: (() => readonly number[])[] = [];
  const write = (): void => writeRunRecord(file, { launcher, processes: [...processes.values()] });

  function record(processIds: readonly number[]): boolean {
    const fresh = processIds.filter((id) => !processes.has(id)).map(identify);
    for (const one of fresh) if (one) processes.set(one.processId, one);
    return fresh.some(Boolean);
  }

  function dropEnded(): boolean {
    const ended = [...processes.values()].filter((one) => readProcessIdentity(one.processId) !== one.identity);
    for (const { processId } of ended) processes.delete(processId);
    return ended.length > 0;
  }

  function refresh(): void {
    const dropped = dropEnded();
    const added = record(sources.flatMap((source) => source()));
    if (dropped || added) write();
  }

  write();
  const timer = setInterval(refresh, REFRESH_INTERVAL_MS);
  timer.unref();
  return {
    add(processId) {
      if (record([processId])) write();
    },
    watch(processIds) {
      sources.push(processIds);
      refresh();
    },
    killAll() {
      dropEnded();
      record(sources.flatMap((source) => source()));
      for (const { processId } of processes.values()) {
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
  const identity = readProcessIdentity(processId);
  return identity === undefined ? undefined : { processId, identity };
}
