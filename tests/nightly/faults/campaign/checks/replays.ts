import { isDeepStrictEqual } from 'node:util';
import type { History } from '../history/operation.js';
import { show, type Violation } from './violation.js';

/** An acknowledged operation that is sent again with its key gets the answer that it got. */
export function checkReplays({ replays }: History): Violation[] {
  return replays.flatMap(({ operation, again }) => {
    const [first, second] = [operation.answer, again.answer];
    if (first?.status === second?.status && isDeepStrictEqual(first?.data, second?.data)) return [];
    const message = `${operation.name} was answered ${first?.status}, and again ${second?.status ?? show(again.attempts)}: ${show(second?.data)}`;
    return [{ rule: 'replays', tenant: operation.tenant, message, operation }];
  });
}
