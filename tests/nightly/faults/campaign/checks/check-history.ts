import type { History } from '../history/operation.js';
import type { InjectedFault } from '../plan/inject-faults.js';
import { checkAnswers } from './answers.js';
import { checkReplays } from './replays.js';
import { checkUpdatedAt } from './updated-at.js';
import type { Violation } from './violation.js';

/** Checks all guarantees that concern the answers themselves. */
export function checkHistory(history: History, faults: readonly InjectedFault[]): Violation[] {
  const repeated = history.repeatedInWalk.map(({ operation, id }) => ({
    rule: 'walks',
    tenant: operation.tenant,
    message: `${id} came twice in one walk by cursor`,
    operation,
  }));
  return [
    ...checkAnswers(history, faults),
    ...checkUpdatedAt(history.observations),
    ...checkReplays(history),
    ...repeated,
  ];
}
