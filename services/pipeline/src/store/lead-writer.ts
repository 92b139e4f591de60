import { createBatcher } from '@plotline/kit/batcher';
import type { Tenant } from '@plotline/kit/caller';
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
import {
  type AcceptedLead,
  divideIntoTransactions,
  type NewLeadWrite,
  type Outcome,
  type Outcomes,
  separateLate,
} from './new-lead-write.js';

interface DuplicateLookup {
  readonly tenant: Tenant;
  readonly contact: Contact;
}

const maxBatch = 100;

const toBatchKey = ({ mode, workspaceId }: Tenant) => `${mode} ${workspaceId}`;

/** Rolls back the transaction: a lead has the external id, email or phone of one to be created. */
class DuplicateContact extends Error {}

const isUnavailable = (error: unknown) => error instanceof Problem && error.code === 'SERVICE_UNAVAILABLE';

/** Stores new leads. Those of one workspace that arrive at the same time share a duplicate lookup and a transaction, or two. */
export class LeadWriter {
  readonly #runtime: ServiceRuntime;
  readonly #collection: Collection<Lead>;
  readonly #claims: KeyClaims;
  readonly #counters: Counters;
  readonly #render: RenderLead;
  readonly #write: (write: NewLeadWrite) => Promise<Outcomes>;
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

  async #storeBatch(writes: readonly NewLeadWrite[]): Promise<Outcomes> {
    const { timely, outcomes } = separateLate(writes);
    for (const group of groupByTimeLeft(timely)) {
      for (const [write, outcome] of await this.#storeGroup(group)) outcomes.set(write, outcome);
    }
    return outcomes;
  }

  /** After one lookup, in one or two transactions. */
  async #storeGroup(writes: readonly NewLeadWrite[]): Promise<Outcomes> {
    const classified = await this.#classify(writes).catch((failure: unknown) => ({ failure }));
    if ('failure' in classified) return this.#storeEach(writes, classified.failure);
    const { accepted, refused } = classified;
    const stored = await Promise.all(divideIntoTransactions(accepted).map((part) => this.#store(part)));
    return new Map([refused, ...stored].flatMap((outcomes) => [...outcomes]));
  }

  /** Accepts the leads whose external id is free. Those of one group are created one after the other, as those of a bulk request. */
  async #classify(writes: readonly NewLeadWrite[]) {
    const refused = new Map<NewLeadWrite, Outcome>();
    const [first] = writes;
    if (!first) return { accepted: [], refused };
    const leads = writes.map(({ lead }) => lead);
    const found = await this.findDuplicatesOfEach(first.command.caller, leads);
    const classified = classifyLeads(leads, found, 'create');
    const accepted = writes.flatMap((write, place): AcceptedLead[] => {
      const { isNew = true, duplicates = noDuplicates } = classified[place] ?? {};
      if (isNew) return [{ write, answer: write.toAnswer(duplicates.ids) }];
      refused.set(write, { failure: externalIdInUse(findHolder(duplicates) ?? '') });
      return [];
    });
    return { accepted, refused };
  }

  /** Stores the leads in one transaction. */
  async #store(accepted: readonly AcceptedLead[]): Promise<Outcomes> {
    const writes = accepted.map(({ write }) => write);
    const [first] = writes;
    if (!first) return new Map();
    const changes = writes.map(({ command, lead }) => ({ ...command, createdAt: lead.created_at }));
    const leads = writes.map(({ lead }) => lead);
    try {
      await this.#runtime.journal.commitTogether(changes, async (session) => {
        await this.#insertRecords(first.command.caller, leads, session);
        return accepted.map(({ write, answer }) => ({ entries: this.describeCreation(write.lead), answer }));
      });
      return new Map(accepted.map(({ write, answer }) => [write, { answer }]));
    } catch (failure) {
      return this.#storeEach(writes, failure);
    }
  }

  /** When writes fail together, each is tried alone. */
  async #storeEach(writes: readonly NewLeadWrite[], failure: unknown): Promise<Outcomes> {
    // After a lost answer to a commit it is unknown whether the leads are stored: they are not stored again.
    if (writes.length === 1 || isUnavailable(failure)) return new Map(writes.map((write) => [write, { failure }]));
    const outcomes = new Map<NewLeadWrite, Outcome>();
    for (const write of writes)
      for (const [one, outcome] of await this.#storeGroup([write])) outcomes.set(one, outcome);
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
