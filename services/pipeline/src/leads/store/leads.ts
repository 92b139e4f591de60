import type { Answer } from '@plotline/kit/core/answer';
import { createSharedRead } from '@plotline/kit/core/batcher';
import type { Caller, Mode, Tenant } from '@plotline/kit/core/caller';
import { fromStart, type RebuildProgress, type Rebuilt } from '@plotline/kit/ops/rebuilds/rebuild';
import { rebuildDerived } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { type Entry, type EntryInput, toEntry, withEvents } from '@plotline/kit/store/journal/entry';
import { withNameOrder } from '@plotline/kit/store/lists/access-path';
import { type Listed, listRecords, type Walked, type WalkPage, walkRecords } from '@plotline/kit/store/lists/list';
import type { Collection } from '@plotline/kit/store/records/collection';
import { refuseTakenExternalIds } from '@plotline/kit/store/records/external-ids';
import { VersionConflict } from '@plotline/kit/store/records/guarded-update';
import { toProjection } from '@plotline/kit/store/records/record-model';
import type { Filter } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import type { Counter } from '../../counters/model/counter.js';
import type { Span } from '../../counters/model/span.js';
import type { RecordCounters } from '../../counters/store/record-counters.js';
import { countGroup } from '../model/count-group.js';
import { countLead } from '../model/count-lead.js';
import type { Lead } from '../model/lead.js';
import { allLeads, toCountedTotal } from '../model/lead-total.js';
import type { MergedPair } from '../model/merge-leads.js';
import { unversionedFields } from './lead-collection.js';
import {
  createNoteEvent,
  describeChange,
  describeNote,
  type Note,
  type Remark,
  type RenderEntry,
  type RenderLead,
} from './lead-entries.js';
import { type CountedTime, groupLeads } from './lead-groups.js';
import { planLeadList } from './lead-plan.js';
import type { LeadQuery } from './lead-query.js';
import { describeMerge } from './merge-entry.js';
import { MergedLeads } from './merged-leads.js';
import { readSearchTexts } from './search-sample.js';

/** Filter for leads, with the index that finds them. */
export interface LeadSelection {
  readonly filter: Filter;
  readonly hint: string;
  readonly limit: number;
}

/** Returns the lead after a change at the time `at`; the same lead when nothing changes. */
export type ChangeAt = (lead: Lead, at: Date) => Lead;

/** Note to add, with the resulting change of its lead and the function that creates the answer from its entry. */
export interface NoteChange {
  readonly note: Note;
  readonly change: ChangeAt;
  readonly toAnswer: (entry: Entry) => Answer;
}

/** Counters of other records that change in the same transaction as a lead. */
interface FurtherCounters {
  readonly before: readonly Counter[];
  readonly after: readonly Counter[];
}

/** Functions that render leads and note entries for the `data` of events. */
export interface LeadRendering {
  readonly lead: RenderLead;
  readonly entry: RenderEntry;
}

/** Reads, changes and removes stored leads. */
export class Leads {
  readonly #collection: Collection<Lead>;
  readonly #runtime: ServiceRuntime;
  readonly #render: LeadRendering;
  readonly #counters: RecordCounters;
  readonly #share = createSharedRead<Listed<Lead>>();
  readonly merged: MergedLeads;

  constructor(runtime: ServiceRuntime, collection: Collection<Lead>, render: LeadRendering, counters: RecordCounters) {
    this.merged = new MergedLeads(runtime, collection);
    this.#runtime = runtime;
    this.#collection = collection;
    this.#counters = counters;
    this.#render = render;
  }

  /** Returns the leads with these ids, in no particular order. Skips ids that don't exist. */
  getAll(tenant: Tenant, ids: readonly string[], session?: ClientSession): Promise<Lead[]> {
    return this.#collection.in(tenant).find({ _id: { $in: [...ids] } }, session ? { session } : {});
  }

  get(tenant: Tenant, id: string, session?: ClientSession): Promise<Lead | null> {
    return this.#collection.in(tenant).get(id, session);
  }

  /**
   * Returns the lead that the path of a request refers to. Throws NOT_FOUND. For a merged lead, the error contains the
   * survivor's id.
   */
  async getExisting(tenant: Tenant, id: string, session?: ClientSession): Promise<Lead> {
    const lead = await this.get(tenant, id, session);
    if (!lead) throw await this.merged.describeMissing(tenant, id, session);
    return lead;
  }

  /**
   * Writes the changed lead and counts the change. These must be the last writes of a transaction. Resolves to the
   * stored lead. Throws VersionConflict, even if only a price behind the score or the country of the phone was
   * refreshed, which creates no new version. Throws CONFLICT if another lead has the external id.
   */
  async save(
    tenant: Tenant,
    before: Lead,
    after: Lead,
    session: ClientSession,
    further: FurtherCounters = { before: [], after: [] },
  ): Promise<Lead> {
    const records = this.#collection.in(tenant);
    await this.merged.refuseExternalId(tenant, before, after, session);
    const change = records.change(before, after, session, unversionedFields);
    const stored = await refuseTakenExternalIds(records, [after], change);
    const removed = [...countLead(before), ...further.before];
    await this.#counters.record(tenant, removed, [...countLead(after), ...further.after], session);
    return stored;
  }

  /** Yields all leads of a workspace, within a transaction. */
  each(tenant: Tenant, session: ClientSession): AsyncGenerator<Lead> {
    return this.#collection.in(tenant).each({}, { session, hint: 'created_at' });
  }

  /** Counts the leads whose `time` is in the span. Ignore the days of the returned counters. */
  async countIn(tenant: Tenant, time: CountedTime, span: Span, session: ClientSession): Promise<Counter[]> {
    return (await groupLeads(this.#collection.in(tenant), time, span, session)).flatMap(countGroup);
  }

  /** Yields the won leads of a workspace. */
  eachWon(tenant: Tenant): AsyncGenerator<Lead> {
    return this.#collection.in(tenant).each({ stage: 'won' }, { hint: 'stage' });
  }

  /** Recomputes the derived fields. */
  rebuildDerived(mode: Mode, progress: RebuildProgress = fromStart): Promise<Rebuilt> {
    return rebuildDerived(this.#collection, mode, progress);
  }

  /** Lists the workspaces that have leads. */
  listWorkspaces(mode: Mode): Promise<string[]> {
    return this.#collection.listWorkspaces(mode);
  }

  /** Reads one page of a list, with the given fields of its leads. */
  async list<Field extends keyof Lead>(
    caller: Caller,
    query: LeadQuery,
    fields: readonly Field[],
  ): Promise<Listed<Pick<Lead, Field>>> {
    const key = this.#collection.in(caller).toCacheKey({ query, fields });
    return this.#share({ key, deadline: caller.deadline, read: () => this.#readPage(caller, query, fields) });
  }

  async #readPage(caller: Caller, query: LeadQuery, fields: readonly (keyof Lead)[]): Promise<Listed<Lead>> {
    const records = this.#collection.in(caller);
    const counted = toCountedTotal(query);
    const knownTotal = async () => counted && this.#counters.findTotal(caller, counted);
    const countAll = () => this.#counters.findTotal(caller, allLeads);
    const sampleTexts = () => readSearchTexts(records);
    const plan = await planLeadList(records, query, { knownTotal, countAll, sampleTexts });
    const ordered = withNameOrder(query);
    return listRecords(records, plan, ordered, { projection: toProjection([...fields, ordered.sort]) });
  }

  /** Returns the number of all leads, from the counters. Returns null in the sandbox. */
  countAll(caller: Caller): Promise<number | null> {
    return this.#counters.findTotal(caller, allLeads);
  }

  /** Reads one page of the leads that match the query. */
  async walk(tenant: Tenant, query: LeadQuery, page: WalkPage): Promise<Walked<Lead>> {
    const records = this.#collection.in(tenant);
    return walkRecords(records, await planLeadList(records, query), page);
  }

  /** Creates the timeline entries and events of a change. */
  describeChange(before: Lead, after: Lead, remark?: Remark): EntryInput[] {
    return describeChange(before, after, this.#render.lead, remark);
  }

  /**
   * Adds a note together with the change of its lead. Resolves to the answer, which is made from the entry of the note.
   * Rejects with NOT_FOUND.
   */
  async addNote(command: Command, id: string, { note, change, toAnswer }: NoteChange): Promise<Answer> {
    const { caller } = command;
    const { answer } = await this.#runtime.journal.commit(command, async (session, time) => {
      const before = await this.getExisting(caller, id, session);
      const at = time.after(before);
      const after = change(before, at);
      if (after === before) await this.lock(caller, before, session);
      else await this.save(caller, before, after, session);
      const entry = toEntry(caller, at, describeNote(before, after, this.#render.lead, note));
      const told = withEvents(caller, entry, [createNoteEvent(entry, this.#render.entry)]);
      return { entries: [told], answer: toAnswer(entry) };
    });
    return answer;
  }

  /** Locks the lead without a new version, so that a concurrent erasure or merge of the lead conflicts. */
  async lock(tenant: Tenant, { id, version }: Lead, session: ClientSession): Promise<void> {
    if ((await this.#collection.in(tenant).lock({ _id: id, version }, session)) === 0) throw new VersionConflict();
  }

  /**
   * Changes up to `limit` of the selected leads in one transaction. Resolves to the number of changed leads. A changed
   * lead must no longer match the selection. So calls that are repeated until no lead changes cover all leads, even
   * after a crash.
   */
  async changeBatch(command: Command, { filter, hint, limit }: LeadSelection, change: ChangeAt): Promise<number> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    const { result } = await this.#runtime.journal.commit(command, async (session, time) => {
      const found = await records.find(filter, { hint, limit, session });
      const at = time.after(...found);
      const pairs = found
        .map((before) => ({ before, after: change(before, at) }))
        .filter(({ before, after }) => after !== before);
      await records.changeAll(pairs, session);
      const removed = pairs.flatMap(({ before }) => countLead(before));
      const added = pairs.flatMap(({ after }) => countLead(after));
      await this.#counters.record(caller, removed, added, session);
      const entries = pairs.flatMap(({ before, after }) => this.describeChange(before, after));
      return { entries, result: pairs.length };
    });
    return result;
  }

  /** Creates the timeline entry and the events of a merge. */
  describeMerge(pair: MergedPair, survivor: Lead): EntryInput {
    return describeMerge(pair, survivor, this.#render.lead);
  }

  /** Deletes a lead as it was read in the same transaction. Must be the transaction's last write. */
  async remove(tenant: Tenant, lead: Lead, session: ClientSession): Promise<void> {
    await this.#collection.in(tenant).delete({ _id: lead.id, version: lead.version }, session);
    await this.#counters.record(tenant, countLead(lead), [], session);
  }

  /** Deletes leads as they were read in the same transaction. Must be the transaction's last write. */
  async removeAll(tenant: Tenant, leads: readonly Lead[], session: ClientSession): Promise<void> {
    await this.#collection.in(tenant).delete({ _id: { $in: leads.map(({ id }) => id) } }, session);
    await this.#counters.record(tenant, leads.flatMap(countLead), [], session);
  }
}
