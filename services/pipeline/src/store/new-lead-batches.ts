import { assertBeforeDeadline } from '@plotline/kit/deadline';
import type { Answer } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import type { Lead } from '../domain/lead.js';

/** One lead, and the answer to the request that creates it, by the ids of the duplicates. */
export interface NewLeadWrite {
  readonly command: Command;
  readonly lead: Lead;
  readonly toAnswer: (duplicates: readonly string[]) => Answer;
}

/** A lead that can be stored, and what its request is answered then. */
export interface AcceptedLead {
  readonly write: NewLeadWrite;
  readonly answer: Answer;
}

/** What became of a write. */
export type Outcome = { readonly answer: Answer } | { readonly failure: unknown };

/** What became of each write. */
export type Outcomes = ReadonlyMap<NewLeadWrite, Outcome>;

/** The writes whose request has time left, and the failures of the others. */
export function separateLate(writes: readonly NewLeadWrite[]) {
  const outcomes = new Map<NewLeadWrite, Outcome>();
  const timely = writes.filter((write) => {
    try {
      assertBeforeDeadline(write.command.caller.deadline);
      return true;
    } catch (failure) {
      outcomes.set(write, { failure });
      return false;
    }
  });
  return { timely, outcomes };
}

/** So many leads are worth a second transaction: the database stores those of one transaction on one processor. */
const minHalved = 32;

/** The leads by the transactions that store them, which run side by side. */
export function divideIntoTransactions(leads: readonly AcceptedLead[]): readonly (readonly AcceptedLead[])[] {
  if (leads.length < minHalved) return [leads];
  const middle = Math.ceil(leads.length / 2);
  return [leads.slice(0, middle), leads.slice(middle)];
}
