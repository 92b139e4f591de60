import { unavailable } from '@plotline/kit/errors';
import type { Answer } from '@plotline/kit/http/answer';

const attempts = 5;

/**
 * Asks again for as long as others come or go between a look and what is done about it: null says that they did. Rejects
 * with SERVICE_UNAVAILABLE when they do each time.
 */
export async function settle(attempt: () => Promise<Answer | null>): Promise<Answer> {
  for (let count = 0; count < attempts; count += 1) {
    const answer = await attempt();
    if (answer) return answer;
  }
  throw unavailable('Leads with the same email or phone are being created or erased by many at once; try again.');
}
