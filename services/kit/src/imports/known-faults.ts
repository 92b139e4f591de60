import type { ProblemDetail } from '../core/errors.js';
import type { Step } from './import-plan.js';

/** Returns whether one of the paths is the other, or contains it: `price` contains `price.amount`. */
function isRelated(one: string, other: string): boolean {
  const [outer, inner] = one.length < other.length ? [one, other] : [other, one];
  return inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
}

/**
 * Returns the decision about a row that has faults before it is decided: it fails with these faults, and with those of
 * its other fields. A field that is missing because it could not be read is not reported again.
 */
export function addKnownFaults<T>(step: Step<T>, known: readonly ProblemDetail[] | undefined): Step<T> {
  if (!known) return step;
  const found = 'faults' in step ? step.faults : [];
  const others = found.filter(({ field }) => !known.some((fault) => isRelated(fault.field, field)));
  return { faults: [...known, ...others] };
}
