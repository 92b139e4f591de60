import type { Answer } from '@plotline/kit/core/answer';
import { createBatcher } from '@plotline/kit/core/batcher';
import type { Tenant } from '@plotline/kit/core/caller';
import { isExternalIdInUse } from '@plotline/kit/core/ids';
import { markAsImported } from '@plotline/kit/imports/import-history';
import type { ImportedRecords } from '@plotline/kit/imports/import-plan';
import { commitImported, type ImportBasis, writeImported } from '@plotline/kit/imports/importable';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { type ChangeTime, type EntryInput, toEntry } from '@plotline/kit/store/journal/entry';
import type { Written } from '@plotline/kit/store/journal/journal';
import type { Collection } from '@plotline/kit/store/records/collection';
import { KeyClaims, refuseTakenExternalIds } from '@plotline/kit/store/records/external-ids';
import type { ClientSession } from 'mongoose';
import type { RecordCounters } from '../../counters/store/record-counters.js';
import { countLead } from '../model/count-lead.js';
import { type Contact, type Duplicates, getContactKeys, noDuplicates } from '../model/duplicates.js';
import type { Lead } from '../model/lead.js';
import { findDuplicates, findLeadsByKeys } from './duplicates.js';
import type { FollowUpTasks } from './follow-up-tasks.js';
import { unversionedFields } from './lead-collection.js';
import { describeCreation, type RenderLead } from './lead-entries.js';
import { NewLeadBatches, type NewLeadWrite, type Outcomes } from './new-lead-batches.js';

interface DuplicateLookup {
  readonly tenant: Tenant;
  readonly contact: Contact;
}

const maxBatch = 100;

const toBatchKey = ({ mode, workspaceId }: Tenant) => `${mode} ${workspaceId}`;

/** Stores that a new lead is written to, and the functions that render leads in events. */
interface LeadWriterParts {
  readonly render: RenderLead;
  readonly counters: RecordCounters;
  readonly followUps: FollowUpTasks;
}

/** Command of an import. The journal entries contain the import's id. */
interface ImportCommand extends Command {
  readonly importId: string;
}

/** Thrown to roll back the transaction, because an existing lead has the external id, email or phone of a new lead. */
class DuplicateContact extends Error {}

/**
 * Stores new leads. Leads of one workspace that arrive at the same time share a duplicate lookup and one or two
 * transactions.
 */
export class LeadWriter {
  readonly #runtime: ServiceRuntime;
  readonly #collection: Collection<Lead>;
  readonly #claims: KeyClaims;
  readonly #counters: RecordCounters;
  readonly #render: RenderLead;
  readonly #followUps: FollowUpTasks;
  readonly #write: (write: NewLeadWrite) => Promise<Outcomes>;
  readonly #lookUp: (lookup: DuplicateLookup) => Promise<ReadonlyMap<DuplicateLookup, Duplicates>>;

  constructor(runtime: ServiceRuntime, collection: Collection<Lead>, parts: LeadWriterParts) {
    const { render, counters, followUps } = parts;
    this.#runtime = runtime;
    this.#collection = collection;
    this.#claims = new KeyClaims(runtime, 'contact_claims');
    this.#counters = counters;
    this.#render = render;
    this.#followUps = followUps;
    const newLeads = new NewLeadBatches(runtime.journal, {
      findDuplicates: (tenant, leads) => this.findDuplicatesOfEach(tenant, leads),
      toWrites: (tenant, leads) => this.#toWrites(tenant, leads),
      describeCreation: (lead) => this.#describeNew(lead),
      refuseTaken: (tenant, leads, write) => refuseTakenExternalIds(collection.in(tenant), leads, write),
    });
    this.#write = createBatcher({
      key: ({ command }) => toBatchKey(command.caller),
      maxBatch,
      waitShare: 1,
      run: (writes) => newLeads.store(writes),
    });
    this.#lookUp = createBatcher({
      key: ({ tenant }) => toBatchKey(tenant),
      maxBatch,
      run: (lookups) => this.#lookUpBatch(lookups),
    });
  }

  /**
   * Stores a new lead. Resolves to the answer, which lists its duplicates. Like all methods of this class that store
   * leads, rejects with CONFLICT if another lead has the external id.
   */
  async add(command: Command, lead: Lead, toAnswer: NewLeadWrite['toAnswer']): Promise<Answer> {
    const write = { command, lead, toAnswer };
    const outcome = (await this.#write(write)).get(write);
    if (!outcome) throw new Error('A lead has no outcome.');
    if ('failure' in outcome) throw outcome.failure;
    return outcome.answer;
  }

  /** Stores new leads, all or none. */
  async addAll(command: Command, leads: readonly Lead[], answer: Answer): Promise<void> {
    const { caller } = command;
    const write = async () => ({ ...this.#describe(caller, leads), answer });
    const commit = this.#runtime.journal.commit(command, write, leads[0]?.created_at);
    await refuseTakenExternalIds(this.#collection.in(caller), leads, commit);
  }

  /**
   * Stores new leads, all or none. Resolves to false without storing any if another lead has the external id, email or
   * phone of one of them.
   */
  async addUnlessDuplicate(command: Command, leads: readonly Lead[], answer: Answer): Promise<boolean> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    const write = async (session: ClientSession, { at }: ChangeTime) => {
      await this.#claims.claim(caller, leads.flatMap(getContactKeys), at, session);
      const duplicates = await findDuplicates(records, leads, { now: at, session });
      if (duplicates.some(({ ids }) => ids.length > 0)) throw new DuplicateContact();
      return { ...this.#describe(caller, leads), answer };
    };
    try {
      const commit = this.#runtime.journal.commit(command, write, leads[0]?.created_at);
      await refuseTakenExternalIds(records, leads, commit);
      return true;
    } catch (error) {
      if (error instanceof DuplicateContact || isExternalIdInUse(error)) return false;
      throw error;
    }
  }

  /** Finds the leads that have one of the contact keys. Returns at least the two oldest leads of each key. */
  findByKeys(tenant: Tenant, keys: readonly string[]): Promise<Lead[]> {
    return findLeadsByKeys(this.#collection.in(tenant), keys, { now: this.#runtime.clock() });
  }

  /** Creates the entries of a new lead. */
  describeCreation(lead: Lead): EntryInput[] {
    return describeCreation(lead, this.#render);
  }

  /** Stores the decisions of an import. Throws VersionConflict when the import has to decide again. */
  async storeImport(command: ImportCommand, imported: ImportedRecords<Lead>, basis: ImportBasis<Lead>, answer: Answer) {
    const { caller, importId } = command;
    const { created, changed } = imported;
    const records = this.#collection.in(caller);
    const find = (keys: readonly string[], session: ClientSession) =>
      findLeadsByKeys(records, keys, { now: basis.at, session });
    const target = { tenant: caller, records, claims: this.#claims, find, unversioned: unversionedFields };
    const write = async (session: ClientSession) => {
      await writeImported(target, imported, basis, session);
      const tasks = await this.#describeTasks(caller, imported, session);
      const ofTasks = tasks.map((entry) => toEntry(caller, basis.at, markAsImported(entry, importId)));
      const entries = [...imported.entries, ...ofTasks];
      const removed = changed.flatMap(({ before }) => countLead(before));
      const added = [...created, ...changed.map(({ after }) => after)].flatMap(countLead);
      await this.#counters.record(caller, removed, added, session);
      return { entries, insertions: this.#followUps.toInsertions(caller, created), answer };
    };
    await commitImported(this.#runtime.journal.commit(command, write, basis.at));
  }

  /** Finds the leads with the external id, email or phone of the contact. */
  async findDuplicatesOf(tenant: Tenant, contact: Contact): Promise<Duplicates> {
    const lookup = { tenant, contact };
    return (await this.#lookUp(lookup)).get(lookup) ?? noDuplicates;
  }

  /** Finds the leads with the external id, email or phone of each contact, in the order of the contacts. */
  findDuplicatesOfEach(tenant: Tenant, contacts: readonly Contact[]): Promise<Duplicates[]> {
    return findDuplicates(this.#collection.in(tenant), contacts, { now: this.#runtime.clock() });
  }

  async #lookUpBatch(lookups: readonly DuplicateLookup[]): Promise<ReadonlyMap<DuplicateLookup, Duplicates>> {
    const [first] = lookups;
    if (!first) return new Map();
    const contacts = lookups.map(({ contact }) => contact);
    const found = await this.findDuplicatesOfEach(first.tenant, contacts);
    return new Map(lookups.map((lookup, place) => [lookup, found[place] ?? noDuplicates]));
  }

  /** Writes the follow-up tasks of changed leads. Resolves to the entries of the tasks of all imported leads. */
  async #describeTasks(tenant: Tenant, { created, changed }: ImportedRecords<Lead>, session: ClientSession) {
    const ofNew = created.flatMap((lead) => this.#followUps.describeNew(lead));
    return [...ofNew, ...(await this.#followUps.save(tenant, changed, session))];
  }

  /** Creates the entries of a new lead and its follow-up task. */
  #describeNew(lead: Lead): EntryInput[] {
    return [...this.describeCreation(lead), ...this.#followUps.describeNew(lead)];
  }

  /** Returns the writes that store new leads and count them. */
  #toWrites(tenant: Tenant, leads: readonly Lead[]): Omit<Written, 'entries'> {
    return {
      insertions: [this.#collection.in(tenant).toInsertion(leads), ...this.#followUps.toInsertions(tenant, leads)],
      writeLast: (session) => this.#counters.record(tenant, [], leads.flatMap(countLead), session),
    };
  }

  /** Describes the writes of a transaction that stores new leads. */
  #describe(tenant: Tenant, leads: readonly Lead[]) {
    return { ...this.#toWrites(tenant, leads), entries: leads.flatMap((lead) => this.#describeNew(lead)) };
  }
}
