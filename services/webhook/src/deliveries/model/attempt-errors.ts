import { Problem } from '@plotline/kit/core/errors';

/** Reports that an attempt waited too long for its turn. Nothing was sent, so nothing is recorded. */
export class Busy extends Problem {
  constructor(message: string) {
    super('SERVICE_UNAVAILABLE', message, { retryAfter: 1 });
  }
}

/**
 * Reports that this process was paused during a request, for example because its machine was suspended. The receiver
 * may have responded in that time. Nothing is recorded, and the delivery remains due, as after a crash.
 */
export class OutcomeUnknown extends Problem {
  constructor() {
    super('SERVICE_UNAVAILABLE', "The receiver's response was lost. Try again.", { retryAfter: 1 });
  }
}
