import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

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
