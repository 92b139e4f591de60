import type { Tree } from '../../../../support/contract/tree.js';
import type { Stall } from './stalls.js';

export type Resource = 'lead' | 'property' | 'unit' | 'agent' | 'team' | 'webhook';

/** What an operation does to records when it takes effect. */
export type Effect =
  /** `name` is unique in the campaign: by it a record is found that was never acknowledged. */
  | { readonly kind: 'create'; readonly resource: Resource; readonly name: string; readonly fields: Tree }
  | { readonly kind: 'write'; readonly resource: Resource; readonly id: string; readonly fields: Tree }
  | { readonly kind: 'delete'; readonly resource: Resource; readonly id: string }
  | { readonly kind: 'note'; readonly leadId: string; readonly content: string }
  | { readonly kind: 'sale'; readonly leadId: string; readonly listingId: string; readonly value: number }
  | { readonly kind: 'payment'; readonly invoiceId: string }
  | { readonly kind: 'deactivation'; readonly agentId: string; readonly assigneeId: string | null };

/** One request of an operation; times are milliseconds since the epoch. */
export interface Attempt {
  readonly requestId: string;
  /** Name of the gateway that was asked. */
  readonly gateway: string;
  readonly sentAt: number;
  readonly endedAt: number;
  /** Null when no answer came: the connection was refused or lost, or nothing came in time. */
  readonly status: number | null;
  /** How the connection failed. */
  readonly failure?: string;
  readonly message?: string;
  readonly hasRetryAfter?: boolean;
  /** How the answer departs from the served contract. */
  readonly misfit?: string;
}

/** What the client got in the end; absent when it gave up. */
export interface Answer {
  readonly status: number;
  readonly data: unknown;
  readonly at: number;
}

/** A call with its retries. */
export interface Operation {
  /** Unique in the campaign and the same in each run of the seed: `w0-live/leads-1#17`. */
  readonly id: string;
  /** Name of the tenant, such as `w0-live`. */
  readonly tenant: string;
  /** operationId of the contract. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** The Idempotency-Key of all attempts. */
  readonly key: string | null;
  /** Statuses that end the operation. */
  readonly expected: readonly number[];
  readonly effects: readonly Effect[];
  readonly attempts: Attempt[];
  answer?: Answer;
}

/** Whether the operation was answered with success. */
export function isAcknowledged({ answer }: Operation): boolean {
  return answer !== undefined && answer.status < 300;
}

/** Whether the operation was answered with a refusal, so that it has no effect. */
export function isRefused({ answer }: Operation): boolean {
  return answer !== undefined && answer.status >= 400;
}

/** The time from which on the operation may have its effect. */
export function startOf({ attempts }: Operation): number {
  return attempts[0]?.sentAt ?? 0;
}

/** An attempt that got no success may still take effect until then: its budget at the gateway is 10 s. */
export const attemptLifetimeMs = 15_000;

/** A record as an answer showed it. */
export interface Observation {
  readonly id: string;
  readonly updatedAt: string;
  readonly requestId: string;
  readonly sentAt: number;
  readonly endedAt: number;
}

/** All that the clients of a campaign did and saw. */
export interface History {
  readonly operations: Operation[];
  readonly observations: Observation[];
  readonly stalls: readonly Stall[];
  /** Operations that were sent again with their key when all was quiet. */
  readonly replays: { readonly operation: Operation; readonly again: Operation }[];
  /** Records that came twice in one walk of a list by cursor. */
  readonly repeatedInWalk: { readonly operation: Operation; readonly id: string }[];
}

export function createHistory(stalls: readonly Stall[] = []): History {
  return { operations: [], observations: [], stalls, replays: [], repeatedInWalk: [] };
}
