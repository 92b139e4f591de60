import type { Tenant } from '@plotline/kit/caller';
import { Problem } from '@plotline/kit/errors';
import type { Answer } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import { createBatcher } from '@plotline/kit/jobs/batcher';
import type { Written } from '@plotline/kit/journal/journal';
import type { Collection } from '@plotline/kit/mongo/collection';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';
import type { Lead } from '../domain/lead.js';
import { leadTallies } from '../domain/lead-tally.js';
import { addUnlessKnown, KnownContact } from './add-unless-known.js';
import { ContactClaims } from './contact-claims.js';
import { type Contact, type Duplicates, findDuplicatesOfEach, noDuplicates } from './duplicates.js';
import { creationEntries, type RenderLead } from './lead-entries.js';
import type { Tallies } from './tallies.js';

/** A lead that comes alone. */
interface Arrival {
  readonly command: Command;
  readonly lead: Lead;
  readonly answer: Answer | undefined;
}

interface Question {
  readonly tenant: Tenant;
  readonly contact: Contact;
}

/** Leads that are stored together, and contacts that are looked for together. */
const maxBatch = 50;

const lineOf = ({ mode, workspaceId }: Tenant) => `${mode} ${workspaceId}`;

function isAway(error: unknown): boolean {
  return error instanceof Problem && error.code === 'SERVICE_UNAVAILABLE';
}

/** How new leads come in. Those of one workspace that come at the same time share a transaction and the look for duplicates. */
export class LeadIntake {
  readonly #runtime: ServiceRuntime;
  readonly #collection: Collection<Lead>;
  readonly #claims: ContactClaims;
  readonly #tallies: Tallies;
  readonly #render: RenderLead;
  readonly #arrive: (arrival: Arrival) => Promise<ReadonlyMap<Arrival, unknown>>;
  readonly #ask: (question: Question) => Promise<ReadonlyMap<Question, Duplicates>>;

  constructor(runtime: ServiceRuntime, collection: Collection<Lead>, render: RenderLead, tallies: Tallies) {
    this.#runtime = runtime;
    this.#collection = collection;
    this.#claims = new ContactClaims(runtime);
    this.#tallies = tallies;
    this.#render = render;
    this.#arrive = createBatcher({
      key: ({ command }) => lineOf(command.caller),
      maxBatch,
      run: (all) => this.#storeEach(all),
    });
    this.#ask = createBatcher({ key: ({ tenant }) => lineOf(tenant), maxBatch, run: (all) => this.#answerEach(all) });
  }

  /** Stores a new lead. */
  async add(command: Command, lead: Lead, answer?: Answer): Promise<void> {
    const arrival = { command, lead, answer };
    const failures = await this.#arrive(arrival);
    if (failures.has(arrival)) throw failures.get(arrival);
  }

  /** Stores new leads, all or none. */
  async addAll(command: Command, leads: readonly Lead[], answer?: Answer): Promise<void> {
    const write = (session: ClientSession) => this.#insert(command.caller, leads, answer, session);
    await this.#runtime.journal.commit(command, write, leads[0]?.created_at);
  }

  /** Stores new leads unless others have the email or phone of one; resolves to their ids, none when they were stored. */
  async addUnlessKnown(command: Command, leads: readonly Lead[], answer?: Answer): Promise<readonly string[]> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    const write = async (session: ClientSession, at: Date) => {
      await this.#claims.claim(caller, leads, at, session);
      const known = (await findDuplicatesOfEach(records, leads, session)).flatMap(({ ids }) => ids);
      if (known.length > 0) throw new KnownContact(known);
      return this.#insert(caller, leads, answer, session);
    };
    return addUnlessKnown(async () => {
      await this.#runtime.journal.commit(command, write, leads[0]?.created_at);
    });
  }

  /** Who has this one's email or phone. */
  async duplicatesOf(tenant: Tenant, contact: Contact): Promise<Duplicates> {
    const question = { tenant, contact };
    return (await this.#ask(question)).get(question) ?? noDuplicates;
  }

  /** The same for many leads, in their order. */
  duplicatesOfEach(tenant: Tenant, contacts: readonly Contact[]): Promise<Duplicates[]> {
    return findDuplicatesOfEach(this.#collection.in(tenant), contacts);
  }

  async #answerEach(questions: readonly Question[]): Promise<ReadonlyMap<Question, Duplicates>> {
    const [first] = questions;
    if (!first) return new Map();
    const contacts = questions.map(({ contact }) => contact);
    const found = await this.duplicatesOfEach(first.tenant, contacts);
    return new Map(questions.map((question, place) => [question, found[place] ?? noDuplicates]));
  }

  /** Resolves to what each of those that failed failed of. The fault of one is not that of the others. */
  async #storeEach(arrivals: readonly Arrival[]): Promise<ReadonlyMap<Arrival, unknown>> {
    try {
      await this.#store(arrivals);
      return new Map();
    } catch (error) {
      // Whether a commit whose answer was lost took place is not known: nothing is stored a second time.
      if (arrivals.length === 1 || isAway(error)) return new Map(arrivals.map((arrival) => [arrival, error]));
    }
    const failures = new Map<Arrival, unknown>();
    for (const arrival of arrivals) {
      await this.#store([arrival]).catch((error: unknown) => failures.set(arrival, error));
    }
    return failures;
  }

  async #store(arrivals: readonly Arrival[]): Promise<void> {
    const [first] = arrivals;
    if (!first) return;
    const changes = arrivals.map(({ command, lead }) => ({ ...command, decidedAt: lead.created_at }));
    await this.#runtime.journal.commitTogether(changes, async (session) => {
      const leads = arrivals.map(({ lead }) => lead);
      await this.#insertRecords(first.command.caller, leads, session);
      return arrivals.map(({ lead, answer }) => ({ entries: creationEntries(lead, this.#render), answer }));
    });
  }

  async #insert(
    tenant: Tenant,
    leads: readonly Lead[],
    answer: Answer | undefined,
    session: ClientSession,
  ): Promise<Written> {
    await this.#insertRecords(tenant, leads, session);
    return { entries: leads.flatMap((lead) => creationEntries(lead, this.#render)), answer };
  }

  async #insertRecords(tenant: Tenant, leads: readonly Lead[], session: ClientSession): Promise<void> {
    await this.#collection.in(tenant).insert(leads, session);
    await this.#tallies.record(tenant, [], leads.flatMap(leadTallies), session);
  }
}
