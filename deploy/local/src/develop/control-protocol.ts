import { join, relative } from 'node:path';
import { type Development, type DevelopRequest, SERVICE_NAMES } from '../supervise/running-system.js';
import type { ProgramName } from '../supervise/system-options.js';

export const PROGRAM_NAMES: readonly ProgramName[] = [...SERVICE_NAMES, 'gateway'];

/**
 * Answers of the launcher to a `DevelopRequest`, which a development run sends as a line of JSON: first `started` or `error`,
 * and `released` once the built program serves again.
 */
export type DevelopReply =
  | { readonly started: DevelopedProgram }
  | { readonly released: true }
  | { readonly error: string };

export type DevelopedProgram = Omit<Development, 'end'>;

/**
 * The socket on which the launcher of a data directory takes requests. The shorter of two ways to write its path, as the
 * path of a socket is limited to about 100 characters and that of a checkout is not.
 */
export function getControlPath(dataDirectory: string, workingDirectory = process.cwd()): string {
  const path = join(dataDirectory, 'control.sock');
  const fromHere = relative(workingDirectory, path);
  return fromHere.length < path.length ? fromHere : path;
}

/** @throws Error when the line is no request, as from another version of the launcher. */
export function parseRequest(line: string): DevelopRequest {
  const value: unknown = JSON.parse(line);
  if (!isRequest(value)) throw new Error('The running system does not know this request: build and start it again.');
  return value;
}

function isRequest(value: unknown): value is DevelopRequest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'program' in value &&
    PROGRAM_NAMES.some((name) => name === value.program) &&
    'processId' in value &&
    typeof value.processId === 'number' &&
    (!('inspectPort' in value) || typeof value.inspectPort === 'number')
  );
}

/** @throws Error when the line is no reply. */
export function parseReply(line: string): DevelopReply {
  const value: unknown = JSON.parse(line);
  if (!isReply(value)) throw new Error(`The running system gave an answer that is not understood: ${line}`);
  return value;
}

function isReply(value: unknown): value is DevelopReply {
  return typeof value === 'object' && value !== null && ('started' in value || 'released' in value || 'error' in value);
}
