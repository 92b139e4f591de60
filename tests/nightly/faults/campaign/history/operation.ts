import type { Tree } from '../../../../support/contract/tree.js';
import type { Stall } from './stalls.js';

export type Resource = 'lead' | 'property' | 'unit' | 'agent' | 'team' | 'webhook';

/** Effect of an operation on records. */
export type Effect =
  /** `name` is unique in the campaign. Checks use it to find an unacknowledged record. */
  | { readonly kind: 'create'; readonly resource: Resource; readonly name: string; readonly fields: Tree }
  | { readonly kind: 'write'; readonly resource: Resource; readonly id: string; readonly fields: Tree }
  | { readonly kind: 'delete'; readonly resource: Resource; readonly id: string }
  | { readonly kind: 'note'; readonly leadId: string; readonly content: string }
  | { readonly kind: 'sale'; readonly leadId: string; readonly listingId: string; readonly value: number }
  | { readonly kind: 'payment'; readonly invoiceId: string }
  | { readonly kind: 'deactivation'; readonly agentId: string; readonly assigneeId: string | null };

/** Attempt to send an operation. Times are milliseconds since the epoch. */
export interface Attempt {
  readonly requestId: string;
  /** Name of the gateway that was called. */
  readonly gateway: string;
  readonly sentAt: number;
  readonly endedAt: number;
  /** Null if there was no answer: the connection was refused or lost, or no answer arrived in time. */
  readonly status: number | null;
  /** Connection failure. */
  readonly failure?: string;
  readonly message?: string;
  readonly hasRetryAfter?: boolean;
  /** Difference between the answer and the served contract. */
  readonly misfit?: string;
}

/** Final answer. Absent if the client gave up. */
export interface Answer {
  readonly status: number;
  readonly data: unknown;
  readonly at: number;
}

/** Call, including its retries. */
export interface Operation {
  /** Unique in the campaign, and the same in each run with the same seed, such as `w0-live/leads-1#17`. */
  readonly id: string;
  /** Name of the tenant, such as `w0-live`. */
  readonly tenant: string;
  /** operationId in the contract. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** Idempotency-Key of all attempts. */
  readonly key: string | null;
  /** Statuses that end the operation. */
  readonly expected: readonly number[];
  readonly effects: readonly Effect[];
  readonly attempts: Attempt[];
  answer?: Answer;
}

/** Returns whether the operation was answered with success. */
export function isAcknowledged({ answer }: Operation): boolean {
  return answer !== undefined && answer.status < 300;
}

/** Returns whether the operation was refused, so that it has no effect. */
export function isRefused({ answer }: Operation): boolean {
  return answer !== undefined && answer.status >= 400;
}

/** Returns the earliest time at which the operation may take effect. */
export function startOf({ attempts }: Operation): number {
  return attempts[0]?.sentAt ?? 0;
}

/** Time within which an unsuccessful attempt may still take effect. Its budget at the gateway is 10 s. */
export const attemptLifetimeMs = 15_000;

/** Record as an answer showed it. */
export interface Observation {
  readonly id: string;
  readonly updatedAt: string;
  readonly requestId: string;
  readonly sentAt: number;
  readonly endedAt: number;
}

/** Actions and observations of all clients in a campaign. */
export interface History {
  readonly operations: Operation[];
  readonly observations: Observation[];
  readonly stalls: readonly Stall[];
  /** Operations that were sent again with their keys after the load and the faults. */
  readonly replays: { readonly operation: Operation; readonly again: Operation }[];
  /** Pairs of leads that a request has merged. */
  readonly merges: { readonly tenant: string; readonly keep: string; readonly merged: string }[];
  /** Records that appeared twice while a client paged a list by cursor. */
  readonly repeatedInWalk: { readonly operation: Operation; readonly id: string }[];
}

export function createHistory(stalls: readonly Stall[] = []): History {
  return { operations: [], observations: [], stalls, replays: [], merges: [], repeatedInWalk: [] };
}
