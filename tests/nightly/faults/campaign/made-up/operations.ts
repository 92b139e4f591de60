import type { Attempt, Operation } from '../history/operation.js';

export const tenant = 'w0-live';

let count = 0;

/** Answered attempt that took 10 ms. */
export function madeUpAttempt(parts: Partial<Attempt> = {}): Attempt {
  count += 1;
  const sentAt = parts.sentAt ?? 1_000;
  return { requestId: `request-${count}`, gateway: 'gateway', sentAt, endedAt: sentAt + 10, status: 200, ...parts };
}

/** Operation, by default with one attempt and its answer. */
export function madeUpOperation({ answer, ...parts }: Partial<Operation> = {}): Operation {
  count += 1;
  const attempts = parts.attempts ?? [madeUpAttempt()];
  const last = attempts.at(-1);
  const ended = last && last.status !== null ? { status: last.status, data: null, at: last.endedAt } : undefined;
  const known = answer ?? ended;
  return {
    id: `${tenant}/made-up#${count}`,
    tenant,
    name: 'updateLead',
    method: 'PUT',
    path: '/v1/leads/lead_1',
    body: {},
    key: null,
    expected: [200, 201, 204],
    effects: [],
    attempts,
    ...(known && { answer: known }),
    ...parts,
  };
}

/** Operation without any answer. */
export function madeUpLoss(parts: Partial<Operation> = {}, sentAt = 1_000): Operation {
  return madeUpOperation({ attempts: [madeUpAttempt({ sentAt, status: null, failure: 'ECONNRESET' })], ...parts });
}
