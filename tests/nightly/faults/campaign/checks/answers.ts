import type { Attempt, History, Operation } from '../history/operation.js';
import { type Stall, stalledWithin } from '../history/stalls.js';
import { timeoutMs } from '../load/integrator.js';
import type { InjectedFault } from '../plan/inject-faults.js';
import { show, type Violation } from './violation.js';

/** Time after the restart of a gateway in which clients may still notice broken connections. */
const slackMs = 1_000;

interface Circumstances {
  readonly faults: readonly InjectedFault[];
  readonly stalls: readonly Stall[];
}

/**
 * Returns whether the gateway had a fault, or the client did not wait long enough. Times in which the campaign could
 * not run don't count as waiting.
 */
function isExcused({ gateway, sentAt, endedAt }: Attempt, { faults, stalls }: Circumstances): boolean {
  const waitedMs = endedAt - sentAt;
  const wasShort = waitedMs >= timeoutMs && waitedMs - stalledWithin(stalls, sentAt, endedAt) < timeoutMs;
  return (
    wasShort ||
    faults.some((fault) => fault.target === gateway && fault.startedAt <= endedAt && sentAt <= fault.endedAt + slackMs)
  );
}

function findFault(operation: Operation, attempt: Attempt, circumstances: Circumstances): string | undefined {
  const { status, message = '', failure } = attempt;
  if (status === null) {
    const lasted = attempt.endedAt - attempt.sentAt;
    return isExcused(attempt, circumstances) ? undefined : `got no answer within ${lasted} ms (${failure})`;
  }
  if (attempt.misfit !== undefined) return `does not fit the contract: ${attempt.misfit}`;
  if (status === 503 || status === 429) return attempt.hasRetryAfter ? undefined : `${status} without Retry-After`;
  if (status === 409 && /still running/.test(message)) return undefined;
  return operation.expected.includes(status) ? undefined : `answered ${status}: ${message}`;
}

function findFaultInOutcome({ answer, attempts, method, name, tenant }: Operation): Violation['message'] | undefined {
  if (answer === undefined) {
    const last = attempts.at(-1);
    return `${name} was given up after ${attempts.length} attempts in ${tenant}, the last: ${show(last)}`;
  }
  if (method === 'DELETE' && answer.status === 404 && attempts.length === 1)
    return `${name} answered 404 at its first attempt`;
  return undefined;
}

/**
 * Checks that every answer is a success, a documented refusal that fits the situation, a 429, or a 503 with
 * Retry-After. Answers must arrive within the client's 12 seconds, unless the gateway was killed or frozen. Each
 * operation must get an answer in the end.
 */
export function checkAnswers({ operations, stalls }: History, faults: readonly InjectedFault[]): Violation[] {
  return operations.flatMap((operation) => {
    const ofAttempts = operation.attempts.map((attempt) => findFault(operation, attempt, { faults, stalls }));
    return [...new Set([...ofAttempts, findFaultInOutcome(operation)])].flatMap((message) =>
      message === undefined ? [] : [{ rule: 'answers', tenant: operation.tenant, message, operation }],
    );
  });
}
