import { createBatcher } from '@plotline/kit/batcher';
import type { Tenant } from '@plotline/kit/caller';
import { assertBeforeDeadline } from '@plotline/kit/deadline';
import { Problem } from '@plotline/kit/errors';
import { externalIdInUse, isExternalIdInUse } from '@plotline/kit/external-id';
import type { Answer } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import type { ImportedRecords } from '@plotline/kit/imports/import-plan';
import type { ImportBasis } from '@plotline/kit/imports/importable';
import { commitImported, writeImported } from '@plotline/kit/imports/write-imported';
import type { ChangeTime } from '@plotline/kit/journal/change-time';
import type { EntryInput } from '@plotline/kit/journal/entry';
import type { Collection } from '@plotline/kit/mongo/collection';
import { refuseTakenExternalIds } from '@plotline/kit/mongo/external-ids';
import { KeyClaims } from '@plotline/kit/mongo/key-claims';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';
import { countLead } from '../domain/count-records.js';
import {
  type Contact,
  classifyLeads,
  type Duplicates,
  findHolder,
  getContactKeys,
  noDuplicates,
} from '../domain/duplicates.js';
import type { Lead } from '../domain/lead.js';
import type { Counters } from './counters.js';
import { findDuplicates, findLeadsByKeys } from './duplicates.js';
import { groupByTimeLeft } from './group-by-time-left.js';
import { describeCreation, type RenderLead } from './lead-entries.js';

/** One lead, and the answer to the request that creates it, by the ids of the duplicates. */
interface NewLeadWrite {
  readonly command: Command;
  readonly lead: Lead;
  readonly toAnswer: (duplicates: readonly string[]) => Answer;
}

/** What became of a write. */
type Outcome = { readonly answer: Answer } | { readonly failure: unknown };

interface DuplicateLookup {
  readonly tenant: Tenant;
  readonly contact: Contact;
}

const maxBatch = 100;

const toBatchKey = ({ mode, workspaceId }: Tenant) => `${mode} ${workspaceId}`;

/** Rolls back the transaction: a lead has the external id, email or phone of one to be created. */
class DuplicateContact extends Error {}

const isUnavailable = (error: unknown) => error instanceof Problem && error.code === 'SERVICE_UNAVAILABLE';

/** The writes whose request has time left, and the failures of the others. */
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

/** Stores new leads. Those of one workspace that arrive at the same time share a duplicate lookup and a transaction. */
export class LeadWriter {
  readonly #runtime: ServiceRuntime;
  readonly #collection: Collection<Lead>;
  readonly #claims: KeyClaims;
  readonly #counters: Counters;
  readonly #render: RenderLead;
  readonly #write: (write: NewLeadWrite) => Promise<ReadonlyMap<NewLeadWrite, Outcome>>;
  readonly #lookUp: (lookup: DuplicateLookup) => Promise<ReadonlyMap<DuplicateLookup, Duplicates>>;

  constructor(runtime: ServiceRuntime, collection: Collection<Lead>, render: RenderLead, counters: Counters) {
    this.#runtime = runtime;
    this.#collection = collection;
    this.#claims = new KeyClaims(runtime, 'contact_claims');
    this.#counters = counters;
    this.#render = render;
    this.#write = createBatcher({
      key: ({ command }) => toBatchKey(command.caller),
      maxBatch,
      waitShare: 1,
      run: (writes) => this.#storeBatch(writes),
    });
    this.#lookUp = createBatcher({
      key: ({ tenant }) => toBatchKey(tenant),
      maxBatch,
      run: (lookups) => this.#lookUpBatch(lookups),
    });
  }

  /**
   * Stores a new lead; resolves to the answer, which tells of its duplicates. Rejects, like all that store leads here, with CONFLICT
   * when another one has the external id.
   */
  async add(command: Command, lead: Lead, toAnswer: NewLeadWrite['toAnswer']): Promise<Answer> {
    const write = { command, lead, toAnswer };
    const outcome = (await this.#write(write)).get(write);
    if (!outcome) throw new Error('Nothing is known of a lead.');
    if ('failure' in outcome) throw outcome.failure;
    return outcome.answer;
  }

  /** Stores new leads, all or none. */
  async addAll(command: Command, leads: readonly Lead[], answer: Answer): Promise<void> {
    const write = async (session: ClientSession) => {
      return { entries: await this.#insert(command.caller, leads, session), answer };
    };
    await this.#runtime.journal.commit(command, write, leads[0]?.created_at);
  }

  /** Stores new leads, all or none; resolves to false and stores none when a lead has the external id, email or phone of one. */
  async addUnlessDuplicate(command: Command, leads: readonly Lead[], answer: Answer): Promise<boolean> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    const write = async (session: ClientSession, { at }: ChangeTime) => {
      await this.#claims.claim(caller, leads.flatMap(getContactKeys), at, session);
      const duplicates = await findDuplicates(records, leads, session);
      if (duplicates.some(({ ids }) => ids.length > 0)) throw new DuplicateContact();
      return { entries: await this.#insert(caller, leads, session), answer };
    };
    try {
      await this.#runtime.journal.commit(command, write, leads[0]?.created_at);
      return true;
    } catch (error) {
      if (error instanceof DuplicateContact || isExternalIdInUse(error)) return false;
      throw error;
    }
  }

  /** The leads that have one of the contact keys, at least the two oldest of each. */
  findByKeys(tenant: Tenant, keys: readonly string[]): Promise<Lead[]> {
    return findLeadsByKeys(this.#collection.in(tenant), keys);
  }

  /** The entries of a new lead. */
  describeCreation(lead: Lead): EntryInput[] {
    return describeCreation(lead, this.#render);
  }

  /** Stores what an import has decided. Throws VersionConflict when it is to be decided anew. */
  async storeImport(command: Command, imported: ImportedRecords<Lead>, basis: ImportBasis<Lead>, answer: Answer) {
    const { caller } = command;
    const { created, changed, entries } = imported;
    const records = this.#collection.in(caller);
    const find = (keys: readonly string[], session: ClientSession) => findLeadsByKeys(records, keys, session);
    const target = { tenant: caller, records, claims: this.#claims, find, unversioned: ['listing_prices'] as const };
    const write = async (session: ClientSession) => {
      await writeImported(target, imported, basis, session);
      const removed = changed.flatMap(({ before }) => countLead(before));
      const added = [...created, ...changed.map(({ after }) => after)].flatMap(countLead);
      await this.#counters.record(caller, removed, added, session);
      return { entries, answer };
    };
    await commitImported(this.#runtime.journal.commit(command, write, basis.at));
  }

  /** The leads with the external id, email or phone of the contact. */
  async findDuplicatesOf(tenant: Tenant, contact: Contact): Promise<Duplicates> {
    const lookup = { tenant, contact };
    return (await this.#lookUp(lookup)).get(lookup) ?? noDuplicates;
  }

  /** The leads with the external id, email or phone of each contact, in their order. */
  findDuplicatesOfEach(tenant: Tenant, contacts: readonly Contact[]): Promise<Duplicates[]> {
    return findDuplicates(this.#collection.in(tenant), contacts);
  }

  async #lookUpBatch(lookups: readonly DuplicateLookup[]): Promise<ReadonlyMap<DuplicateLookup, Duplicates>> {
    const [first] = lookups;
    if (!first) return new Map();
    const contacts = lookups.map(({ contact }) => contact);
    const found = await this.findDuplicatesOfEach(first.tenant, contacts);
    return new Map(lookups.map((lookup, place) => [lookup, found[place] ?? noDuplicates]));
  }

  /** What became of each write. */
  async #storeBatch(writes: readonly NewLeadWrite[]): Promise<ReadonlyMap<NewLeadWrite, Outcome>> {
    const { timely, outcomes } = separateLate(writes);
    for (const group of groupByTimeLeft(timely)) {
      for (const [write, outcome] of await this.#storeGroup(group)) outcomes.set(write, outcome);
    }
    return outcomes;
  }

  /** What became of each write. When the group fails, each write is tried alone. */
  async #storeGroup(writes: readonly NewLeadWrite[]): Promise<ReadonlyMap<NewLeadWrite, Outcome>> {
    try {
      return await this.#store(writes);
    } catch (failure) {
      // After a lost answer to a commit it is unknown whether the leads are stored: they are not stored again.
      if (writes.length === 1 || isUnavailable(failure)) return new Map(writes.map((write) => [write, { failure }]));
    }
    const outcomes = new Map<NewLeadWrite, Outcome>();
    for (const write of writes) {
      const stored = await this.#store([write]).catch((failure: unknown) => new Map([[write, { failure }]]));
      for (const [one, outcome] of stored) outcomes.set(one, outcome);
    }
    return outcomes;
  }

  /** Stores the leads whose external id is free. Those of one batch are created one after the other, as those of a bulk request. */
  async #store(writes: readonly NewLeadWrite[]): Promise<Map<NewLeadWrite, Outcome>> {
    const outcomes = new Map<NewLeadWrite, Outcome>();
    const [first] = writes;
    if (!first) return outcomes;
    const { caller } = first.command;
    const all = writes.map(({ lead }) => lead);
    const classified = classifyLeads(all, await this.findDuplicatesOfEach(caller, all), 'create');
    const accepted = writes.flatMap((write, place) => {
      const { isNew = true, duplicates = noDuplicates } = classified[place] ?? {};
      if (isNew) return [{ ...write, write, answer: write.toAnswer(duplicates.ids) }];
      outcomes.set(write, { failure: externalIdInUse(findHolder(duplicates) ?? '') });
      return [];
    });
    const changes = accepted.map(({ command, lead }) => ({ ...command, createdAt: lead.created_at }));
    const leads = accepted.map(({ lead }) => lead);
    await this.#runtime.journal.commitTogether(changes, async (session) => {
      await this.#insertRecords(caller, leads, session);
      return accepted.map(({ lead, answer }) => ({ entries: this.describeCreation(lead), answer }));
    });
    for (const { write, answer } of accepted) outcomes.set(write, { answer });
    return outcomes;
  }

  async #insert(tenant: Tenant, leads: readonly Lead[], session: ClientSession): Promise<EntryInput[]> {
    await this.#insertRecords(tenant, leads, session);
    return leads.flatMap((lead) => describeCreation(lead, this.#render));
  }

  async #insertRecords(tenant: Tenant, leads: readonly Lead[], session: ClientSession): Promise<void> {
    const records = this.#collection.in(tenant);
    await refuseTakenExternalIds(records, leads, records.insertAll(leads, session));
    await this.#counters.record(tenant, [], leads.flatMap(countLead), session);
  }
}
