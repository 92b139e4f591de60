import type { Call } from './call.js';

/** Renders a call for the public API. */
export function toCallJson({ version: _version, error, subject, ...call }: Call) {
  return {
    ...call,
    error: error && { code: error.code, message: error.message },
    subject: subject && { type: subject.type, id: subject.id },
  };
}
