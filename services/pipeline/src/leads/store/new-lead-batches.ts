import type { Answer } from '@plotline/kit/core/answer';
import type { Tenant } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import { externalIdInUse } from '@plotline/kit/core/ids';
import { assertBeforeDeadline } from '@plotline/kit/core/time';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import type { Journal, Written } from '@plotline/kit/store/journal/journal';
import { classifyLeads, type Duplicates, findHolder, noDuplicates } from '../model/duplicates.js';
import type { Lead } from '../model/lead.js';
import { groupByTimeLeft } from './group-by-time-left.js';

/** New lead, and the function that creates the answer to its request from the ids of its duplicates. */
export interface NewLeadWrite {
  readonly command: Command;
  readonly lead: Lead;
  readonly toAnswer: (duplicates: readonly string[]) => Answer;
}

/** Outcome of a write that the transaction includes. */
type Outcome = { readonly answer: Answer } | { readonly failure: unknown };

/** Outcome of each write. */
export type Outcomes = ReadonlyMap<NewLeadWrite, Outcome>;

/** Functions that store and look up leads. */
interface LeadStore {
  /** Finds the leads with the external id, email or phone of each lead, in order. */
  readonly findDuplicates: (tenant: Tenant, leads: readonly Lead[]) => Promise<readonly Duplicates[]>;
  /** Returns the writes that store the leads and count them. */
  readonly toWrites: (tenant: Tenant, leads: readonly Lead[]) => Omit<Written, 'entries'>;
  readonly describeCreation: (lead: Lead) => readonly EntryInput[];
  /**
   * Waits for the write. Rejects with CONFLICT when it fails because another lead already has one of the external ids.
   */
  readonly refuseTaken: <R>(tenant: Tenant, leads: readonly Lead[], write: Promise<R>) => Promise<R>;
}

/** Thrown to roll back the transaction, because one of its leads is refused. */
class LeadRefused extends Error {}

const isUnavailable = (error: unknown) => error instanceof Problem && error.code === 'SERVICE_UNAVAILABLE';

function toAnswer(outcome: Outcome | undefined): Answer {
  if (!outcome || 'failure' in outcome) throw new LeadRefused();
  return outcome.answer;
}

const failAll = (writes: readonly NewLeadWrite[], failure: unknown): Outcomes =>
  new Map(writes.map((write) => [write, { failure }]));

/** Picks the outcomes of the given writes. */
const pick = (decided: Outcomes, writes: readonly NewLeadWrite[]): Outcomes =>
  new Map([...decided].filter(([write]) => writes.includes(write)));

/** Separates the writes whose request has no time left. These writes fail. */
function separateLate(writes: readonly NewLeadWrite[]) {
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

/**
 * Minimum number of leads for a second transaction. With a second transaction, 64 connections store 637 leads a second
 * instead of 577 (design/creating-leads.md).
 */
const minHalved = 32;

/** Divides the writes into transactions that run at the same time. */
function divideIntoTransactions(writes: readonly NewLeadWrite[]): readonly (readonly NewLeadWrite[])[] {
  if (writes.length < minHalved) return [writes];
  const middle = Math.ceil(writes.length / 2);
  return [writes.slice(0, middle), writes.slice(middle)];
}

/** Stores the new leads of one workspace that arrive at the same time. */
export class NewLeadBatches {
  readonly #journal: Journal;
  readonly #store: LeadStore;

  constructor(journal: Journal, store: LeadStore) {
    this.#journal = journal;
    this.#store = store;
  }

  /** Resolves to the outcome of each write. Doesn't reject if a single write fails. */
  async store(writes: readonly NewLeadWrite[]): Promise<Outcomes> {
    const { timely, outcomes } = separateLate(writes);
    for (const group of groupByTimeLeft(timely)) {
      for (const [write, outcome] of await this.#storeGroup(group)) outcomes.set(write, outcome);
    }
    return outcomes;
  }

  /**
   * Stores a group in one or two transactions. Looks up the duplicates, which only the answers need, while the database
   * stores the leads.
   */
  async #storeGroup(writes: readonly NewLeadWrite[]): Promise<Outcomes> {
    const deciding = this.#decide(writes).catch((failure: unknown) => failAll(writes, failure));
    const stored = await Promise.all(divideIntoTransactions(writes).map((part) => this.#storeTogether(part, deciding)));
    return new Map(stored.flatMap((outcomes) => [...outcomes]));
  }

  /**
   * Decides the answer for each lead, or CONFLICT when another lead has its external id. The leads of one group are
   * treated as created one after the other.
   */
  async #decide(writes: readonly NewLeadWrite[]): Promise<Outcomes> {
    const [first] = writes;
    if (!first) return new Map();
    const leads = writes.map(({ lead }) => lead);
    const classified = classifyLeads(leads, await this.#store.findDuplicates(first.command.caller, leads), 'create');
    return new Map(
      writes.map((write, place): [NewLeadWrite, Outcome] => {
        const { isNew = true, duplicates = noDuplicates } = classified[place] ?? {};
        if (isNew) return [write, { answer: write.toAnswer(duplicates.ids) }];
        return [write, { failure: externalIdInUse(findHolder(duplicates) ?? '') }];
      }),
    );
  }

  /** Stores the leads in one transaction, which waits for their answers before it commits. */
  async #storeTogether(writes: readonly NewLeadWrite[], deciding: Promise<Outcomes>): Promise<Outcomes> {
    const [first] = writes;
    if (!first) return new Map();
    const { caller } = first.command;
    const leads = writes.map(({ lead }) => lead);
    const changes = writes.map(({ command, lead }) => ({ ...command, createdAt: lead.created_at }));
    const write = async () => {
      const ofAll = this.#store.toWrites(caller, leads);
      return leads.map((lead, place) => {
        return { entries: this.#store.describeCreation(lead), ...(place === 0 && ofAll) };
      });
    };
    const answers = async () => {
      const decided = await deciding;
      return writes.map((one) => toAnswer(decided.get(one)));
    };
    try {
      await this.#store.refuseTaken(caller, leads, this.#journal.commitTogether(changes, write, answers));
      return pick(await deciding, writes);
    } catch (failure) {
      // If the response to a commit is lost, the leads may already be stored, so they are not stored again.
      return isUnavailable(failure) ? failAll(writes, failure) : this.#storeOthers(writes, deciding, failure);
    }
  }

  /**
   * Stores the remaining leads after the common transaction has failed. If leads were refused, stores all others
   * together. Otherwise stores each lead on its own.
   */
  async #storeOthers(
    writes: readonly NewLeadWrite[],
    deciding: Promise<Outcomes>,
    failure: unknown,
  ): Promise<Outcomes> {
    const decided = pick(await deciding, writes);
    const refused = new Map([...decided].filter(([, outcome]) => 'failure' in outcome));
    const others = writes.filter((write) => !refused.has(write));
    if (refused.size > 0) return new Map([...refused, ...(await this.#storeTogether(others, deciding))]);
    return writes.length === 1 ? failAll(writes, failure) : this.#storeEach(writes);
  }

  async #storeEach(writes: readonly NewLeadWrite[]): Promise<Outcomes> {
    const outcomes = new Map<NewLeadWrite, Outcome>();
    for (const write of writes)
      for (const [one, outcome] of await this.#storeGroup([write])) outcomes.set(one, outcome);
    return outcomes;
  }
}
