import { newId } from '@plotline/kit/core/ids';
import { connectDatabases, type Databases } from '@plotline/kit/store/connection/connect';
import { createIndexes } from '@plotline/kit/store/indexes';
import { Collection } from '@plotline/kit/store/records/collection';
import type { CollectionOptions } from '@plotline/kit/store/records/record-model';
import type { Versioned } from '@plotline/kit/store/records/records';
import { runInTransaction } from '@plotline/kit/store/transactions/transaction';
import { Random } from '@plotline/local/demo/random';
import { RecordCounters } from '@plotline/pipeline/counters/store/record-counters';
import { countLead } from '@plotline/pipeline/leads/model/count-lead';
import { type Lead, type Stage, sources } from '@plotline/pipeline/leads/model/lead';
import { createLead } from '@plotline/pipeline/leads/model/new-lead';
import { moveLead } from '@plotline/pipeline/leads/model/stage';
import { createLeadCollection } from '@plotline/pipeline/leads/store/lead-collection';
import { createConnection } from 'mongoose';
import pLimit from 'p-limit';
import { createLeadBody, type LeadBody, type LeadReferences } from './lead-body.js';
import type { TimeBounds } from './time-bounds.js';

/** Stages of the first leads among every hundred. Filtering by a stage with few leads is the expensive case. */
const movedStages: readonly Stage[] = ['contacted', 'qualified', 'viewing', 'negotiation', 'lost', 'contacted'];
const movedEvery = 100;
const maxBatch = 500;
/** Number of leads that are stored without indexes. Building the indexes afterwards in one step is faster. */
const minBulk = 50_000;
/** Number of parallel writers. More writers would only wait for each other, because the database has few cores. */
const concurrency = 3;
const countTimeoutMs = 30_000;
const spreadMs = 300 * 24 * 3_600_000;

function createCollections(databases: Databases) {
  const runtime = {
    databases,
    collection: <T extends Versioned>(options: CollectionOptions<T>) => new Collection<T>(databases, options),
  };
  return { leads: createLeadCollection(runtime), counters: new RecordCounters(runtime) };
}

/** Returns the lead with a number. Creation times are spread over 300 days. */
function toLead(body: LeadBody, number: number, size: number): Lead {
  const at = new Date(Date.now() - spreadMs + Math.floor((spreadMs * number) / size));
  const source = sources.find((one) => one === body.source) ?? 'api';
  const lead = createLead({ ...body, source }, newId('lead'), [], at);
  const stage = movedStages[number % movedEvery];
  return stage === undefined ? lead : moveLead(lead, stage, 'bought_elsewhere', new Date(at.getTime() + 60_000));
}

/**
 * Builds the indexes of existing leads on a separate connection, because the connection of a service would time out.
 */
async function buildIndexes(mongoUrl: string, databases: Databases): Promise<void> {
  const database = await createConnection(mongoUrl, { dbName: databases.live.name }).asPromise();
  try {
    await createIndexes(database, createCollections(databases).leads.declared);
  } finally {
    await database.close();
  }
}

export interface LoadedLeads {
  /** Number of existing leads. */
  readonly count: number;
  /** Id of one lead. It is from the middle if that was loaded in this run. */
  readonly middle: { readonly id: string; readonly body: LeadBody } | undefined;
}

/** Returns a workspace's leads from one number to another. */
export interface LeadRange {
  readonly workspaceId: string;
  readonly from: number;
  readonly size: number;
  readonly references: LeadReferences;
}

/**
 * Stores leads as pipeline does, with indexes and counters, but without timelines, events and answers. Loading a
 * million leads through the API would take hours. Stops at the deadline and keeps the leads that were loaded.
 */
export async function loadLeads(
  mongoUrl: string,
  { workspaceId, from, size, references }: LeadRange,
  { signal, deadline }: TimeBounds,
): Promise<LoadedLeads> {
  const databases = await connectDatabases({ url: mongoUrl, name: 'plotline_pipeline', poolSize: 12 });
  const isBulk = size - from >= minBulk;
  try {
    if (isBulk) await databases.live.collection('leads').dropIndexes();
    const tenant = { workspaceId, mode: 'live' } as const;
    const { leads, counters } = createCollections(databases);
    const limit = pLimit(concurrency);
    const running = new Set<Promise<void>>();
    let middle: LoadedLeads['middle'] | undefined;
    const random = new Random(size + from);
    let count = from;
    const store = async (batch: readonly Lead[]) => {
      await leads.in(tenant).insertMissing(batch);
      await runInTransaction(databases.live, Date.now() + countTimeoutMs, (session) =>
        counters.record(tenant, [], batch.flatMap(countLead), session),
      );
    };
    while (count < size && Date.now() < deadline) {
      signal.throwIfAborted();
      const batch: Lead[] = [];
      for (; batch.length < maxBatch && count < size; count += 1) {
        const body = createLeadBody(count, references, random);
        const lead = toLead(body, count, size);
        batch.push(lead);
        if (count === Math.floor(size / 2) || !middle) middle = { id: lead.id, body };
      }
      const stored = limit(store, batch).finally(() => running.delete(stored));
      running.add(stored);
      if (running.size >= concurrency) await Promise.race(running);
    }
    await Promise.all(running);
    return { count, middle };
  } finally {
    if (isBulk) await buildIndexes(mongoUrl, databases);
    await databases.close();
  }
}
