import { Problem } from '@plotline/kit/core/errors';

/**
 * This process stood still while a receiver had its time, as when its machine was paused: the receiver may have answered. Nothing is
 * recorded, and the delivery stays due, as after a crash.
 */
export class OutcomeUnknown extends Problem {
  constructor() {
    super('SERVICE_UNAVAILABLE', 'The answer of the receiver was missed; try again.', { retryAfter: 1 });
  }
}
