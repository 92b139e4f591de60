import { isDeepStrictEqual } from 'node:util';
import type { History } from '../history/operation.js';
import { show, type Violation } from './violation.js';

/** Checks that an acknowledged operation gets the same answer when it is sent again with its key. */
export function checkReplays({ replays }: History): Violation[] {
  return replays.flatMap(({ operation, again }) => {
    const [first, second] = [operation.answer, again.answer];
    if (first?.status === second?.status && isDeepStrictEqual(first?.data, second?.data)) return [];
    const message = `${operation.name} was answered ${first?.status}, and again ${second?.status ?? show(again.attempts)}: ${show(second?.data)}`;
    return [{ rule: 'replays', tenant: operation.tenant, message, operation }];
  });
}
