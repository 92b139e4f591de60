import { Problem } from '@plotline/kit/core/errors';

/** A turn did not come in time. Nothing was sent, so there is nothing to record. */
export class Busy extends Problem {
  constructor(message: string) {
    super('SERVICE_UNAVAILABLE', message, { retryAfter: 1 });
  }
}
