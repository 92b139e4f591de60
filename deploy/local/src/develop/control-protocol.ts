import { join, relative } from 'node:path';
import { type Development, type DevelopRequest, SERVICE_NAMES } from '../supervise/running-system.js';
import type { ProgramName } from '../supervise/system-options.js';

export const PROGRAM_NAMES: readonly ProgramName[] = [...SERVICE_NAMES, 'gateway'];

/**
 * Answers of the launcher to a `DevelopRequest`, each a line of JSON. The first is `started` or `error`. `released`
 * follows once the built program is ready again.
 */
export type DevelopReply =
  | { readonly started: DevelopedProgram }
  | { readonly released: true }
  | { readonly error: string };

export type DevelopedProgram = Omit<Development, 'end'>;

/**
 * Returns the socket on which the launcher of a data directory accepts requests. Uses the shorter of two spellings of
 * its path, because a socket path is limited to about 100 characters.
 */
export function getControlPath(dataDirectory: string, workingDirectory = process.cwd()): string {
  const path = join(dataDirectory, 'control.sock');
  const fromHere = relative(workingDirectory, path);
  return fromHere.length < path.length ? fromHere : path;
}

/** @throws Error when the line is not a request, for example because the launcher is from a different release. */
export function parseRequest(line: string): DevelopRequest {
  const value: unknown = JSON.parse(line);
  if (!isRequest(value)) throw new Error('The running system does not know this request. Build it and start it again.');
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

/** @throws Error when the line is not a reply. */
export function parseReply(line: string): DevelopReply {
  const value: unknown = JSON.parse(line);
  if (!isReply(value)) throw new Error(`The running system sent an unknown answer: ${line}`);
  return value;
}

function isReply(value: unknown): value is DevelopReply {
  return typeof value === 'object' && value !== null && ('started' in value || 'released' in value || 'error' in value);
}
