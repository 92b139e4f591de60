import { writeDocument } from '../wire/write-document.js';
import type { CommandFailure } from './command-failure.js';

/** The answer of a command that failed as a whole. */
export function errorReply(failure: CommandFailure): Buffer {
  return writeDocument({
    ok: 0,
    errmsg: failure.message,
    code: failure.error.code,
    codeName: failure.error.name,
    ...failure.details,
    ...(failure.labels.length > 0 ? { errorLabels: failure.labels } : {}),
  });
}
