import { Problem } from '../errors.js';

/** Throws FORBIDDEN when a required scope is missing; `admin` implies all others, nothing else implies anything. */
export function assertScopes(granted: readonly string[], required: readonly string[]): void {
  if (granted.includes('admin')) return;
  const missing = required.filter((scope) => !granted.includes(scope));
  if (missing.length > 0) {
    throw new Problem('FORBIDDEN', `The credential lacks the scope ${missing.join(' and ')}.`);
  }
}
