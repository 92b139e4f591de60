import { invalid, type Problem, unavailable } from '@plotline/kit/core/errors';
import type { VendorFailure } from '../../vendors/model/vendor-failure.js';

/** Returns the error for credentials that the vendor did not confirm. */
export function toCheckProblem({ code, message, field, retryAfterMs }: VendorFailure): Problem {
  if (code === 'credentials_refused' || code === 'request_refused') return invalid({ field, message });
  return unavailable(
    `The credentials could not be checked. ${message}`,
    code,
    Math.max(2, Math.ceil(retryAfterMs / 1_000)),
  );
}
