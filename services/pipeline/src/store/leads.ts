import type { Tenant } from '@plotline/kit/caller';
import { notFound } from '@plotline/kit/errors';
import type { Answer } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import type { Entry, EntryInput } from '@plotline/kit/journal/entry';
import type { Collection, Filter } from '@plotline/kit/mongo/collection';
import { type Listed, listRecords } from '@plotline/kit/mongo/list';
import { VersionConflict } from '@plotline/kit/mongo/retry-on-conflict';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';
import type { Lead } from '../domain/lead.js';
import { leadTallies } from '../domain/lead-tally.js';
import { changeEntries, erasureEntry, type Note, noteEntry, type Remark, type RenderLead } from './lead-entries.js';
import { planList } from './lead-plan.js';
import type { LeadQuery } from './lead-query.js';
import type { Tallies } from './tallies.js';

/** Some of the leads that match, found by an index. */
export interface Batch {
  readonly filter: Filter;
  readonly hint: string;
  readonly limit: number;
}

/** What becomes of a lead at that time. */
export type DecideAt = (lead: Lead, at: Date) => Lead;

/** Changes nothing that anybody sees, and meets whoever changes the same record at the same time. */
const touch = { $inc: { 'derived.touched': 1 } };

/** Leads and what happens to them once they are there. */
export class Leads {
  readonly #collection: Collection<Lead>;
  readonly #runtime: ServiceRuntime;
  readonly #render: RenderLead;
  readonly #tallies: Tallies;

  /** `render` makes the `data` of events. */
  constructor(runtime: ServiceRuntime, collection: Collection<Lead>, render: RenderLead, tallies: Tallies) {
    this.#runtime = runtime;
    this.#collection = collection;
    this.#tallies = tallies;
    this.#render = render;
  }

  /** The leads among the ids that exist, in no particular order. */
  getAll(tenant: Tenant, ids: readonly string[]): Promise<Lead[]> {
    return this.#collection.in(tenant).find({ _id: { $in: [...ids] } });
  }

  get(tenant: Tenant, id: string, session?: ClientSession): Promise<Lead | null> {
    return this.#collection.in(tenant).get(id, session);
  }

  /** Within a transaction: writes the changed lead and resolves to it as stored. Throws VersionConflict. */
  async save(tenant: Tenant, before: Lead, after: Lead, session: ClientSession): Promise<Lead> {
    const stored = await this.#collection.in(tenant).replace(after, session);
    await this.#tallies.record(tenant, leadTallies(before), leadTallies(after), session);
    return stored;
  }

  async list(tenant: Tenant, query: LeadQuery): Promise<Listed<Lead>> {
    const records = this.#collection.in(tenant);
    const { filter, ...hints } = await planList(records, query);
    return listRecords(records, filter, query, hints);
  }

  /** The lead as the public sees it. */
  json(lead: Lead): object {
    return this.#render(lead);
  }

  /** The timeline entries and events of a change, for whoever stores it. */
  entries(before: Lead, after: Lead, remark?: Remark): EntryInput[] {
    return changeEntries(before, after, this.#render, remark);
  }

  /** Adds a note together with what it changes; resolves to its entry. Rejects with NOT_FOUND. */
  async addNote(command: Command, id: string, note: Note, decide: DecideAt, answer?: Answer): Promise<Entry> {
    const { caller } = command;
    const { entries } = await this.#runtime.journal.commit(command, async (session, at) => {
      const before = await this.get(caller, id, session);
      if (!before) throw notFound();
      const after = decide(before, at);
      // Written even when it is the same, so that no note slips in beside an erasure; but then it is no new version.
      if (after !== before) await this.save(caller, before, after, session);
      else if (!(await this.#collection.in(caller).update({ _id: id, version: before.version }, touch, session))) {
        throw new VersionConflict();
      }
      return { entries: [noteEntry(before, after, this.#render, note)], answer };
    });
    const [entry] = entries;
    if (!entry) throw new Error('A note leaves an entry.');
    return entry;
  }

  /**
   * Changes up to `limit` of the leads that match, in one transaction; resolves to how many it changed. A decision that
   * changes a lead takes it out of the filter, so that calling until none is changed reaches all, after a crash too.
   */
  async changeBatch(command: Command, { filter, hint, limit }: Batch, decide: DecideAt): Promise<number> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    const { result } = await this.#runtime.journal.commit(command, async (session, at) => {
      const entries: EntryInput[] = [];
      const counted: (readonly [Lead, Lead])[] = [];
      for (const before of await records.find(filter, { hint, limit, session })) {
        const after = decide(before, at);
        if (after === before) continue;
        await records.replace(after, session);
        counted.push([before, after]);
        entries.push(...this.entries(before, after));
      }
      const tallies = (side: 0 | 1) => counted.flatMap((pair) => leadTallies(pair[side]));
      await this.#tallies.record(caller, tallies(0), tallies(1), session);
      return { entries, result: counted.length };
    });
    return result;
  }

  /** Removes a lead with all its traces, unless `assert` throws. Rejects with NOT_FOUND. */
  async erase(command: Command, id: string, assert: (lead: Lead) => void): Promise<void> {
    const { caller } = command;
    const { journal } = this.#runtime;
    await journal.commit(command, async (session) => {
      const lead = await this.get(caller, id, session);
      if (!lead) throw notFound();
      assert(lead);
      await this.#collection.in(caller).delete({ _id: id, version: lead.version }, session);
      await this.#tallies.record(caller, leadTallies(lead), [], session);
      await journal.erase(caller, id, session);
      return { entries: [erasureEntry(lead)] };
    });
  }
}
