import { conflict, type Problem } from '@plotline/kit/core/errors';
import type { Channel } from '../context.js';
import type { StoredSubscription } from '../domain/subscription.js';

/** The refusal to send what only an active subscription gets. */
export function inactive<S extends StoredSubscription>({ noun }: Channel<S>, { id }: S): Problem {
  const message = `The ${noun} is not active; set its \`active\` to true first.`;
  return conflict(message, `${noun}_inactive`, { [`${noun}_id`]: id });
}
