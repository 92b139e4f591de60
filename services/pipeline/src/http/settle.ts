import { unavailable } from '@plotline/kit/errors';
import type { Answer } from '@plotline/kit/http/answer';
import { retryOnConflict, VersionConflict } from '@plotline/kit/mongo/retry-on-conflict';

const maxAttempts = 5;
const exhausted = () =>
  unavailable('Leads with the same email or phone are being created or erased by many at once; try again.');

/**
 * The duplicate check and the insert are not atomic: null says that a lead with the contact was created or erased between
 * them, and both are repeated. Rejects with SERVICE_UNAVAILABLE after the fifth time.
 */
export function settle(attempt: () => Promise<Answer | null>): Promise<Answer> {
  const attemptOrConflict = async () => {
    const answer = await attempt();
    if (!answer) throw new VersionConflict();
    return answer;
  };
  return retryOnConflict(attemptOrConflict, { maxAttempts, exhausted });
}
