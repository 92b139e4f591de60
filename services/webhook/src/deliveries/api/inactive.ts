import { conflict, type Problem } from '@plotline/kit/core/errors';
import type { Channel } from '../../context.js';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';

/** Creates the error for sending to an inactive subscription. */
export function inactive<S extends StoredSubscription>({ noun }: Channel<S>, { id }: S): Problem {
  const message = `The ${noun} is not active. Set its \`active\` to true first.`;
  return conflict(message, `${noun}_inactive`, { [`${noun}_id`]: id });
}
