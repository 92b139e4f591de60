import { randomInt } from 'node:crypto';
import { createBucket } from '@plotline/kit/objects/bucket';
import { createArchivingOf } from '@plotline/kit/service/journal-archive';
import { createRuntime, type ServiceRuntime } from '@plotline/kit/service/runtime';
import { type Entry, journalCollection, toEntry, toFirstId } from '@plotline/kit/store/journal/entry';
import { startBucket } from '../../../../support/start-bucket.js';
import {
  createCollections,
  createTestConfig,
  newDatabaseName,
  removeRuntime,
  testCaller,
} from '../../../../support/test-runtime.js';
import { useFixture } from '../../../../support/use-fixture.js';

type Bucket = ReturnType<typeof createBucket>;

const dayMs = 86_400_000;

/** Age at which the tests archive, in days. */
const archiveDays = 30;

/** Runtime with a journal whose old entries move to a bucket. */
export interface Archived {
  readonly runtime: ServiceRuntime;
  readonly bucket: Bucket;
  /** Replaces operations of the bucket until the next test. */
  readonly interfere: (change: Partial<Bucket>) => void;
  /** Adds an entry of a certain age in days to the journal. */
  readonly add: (subject: string, age: number, entry?: Partial<Entry>) => Promise<Entry>;
  /** Runs one round of the task, as if it were some days later. */
  readonly archive: (daysLater?: number) => Promise<void>;
  /** Counts the documents of a collection. */
  readonly count: (collection: string, filter?: object) => Promise<number>;
  readonly listKeys: () => Promise<string[]>;
}

/** Starts a bucket and a runtime for the suite. */
export function useArchive(): () => Archived {
  const fixture = useFixture(startArchive);
  afterEach(() => fixture().interfere({}));
  return fixture;
}

async function startArchive(): Promise<Archived & { readonly stop: () => Promise<void> }> {
  const server = await startBucket();
  const bucket = createBucket(server.access);
  let change: Partial<Bucket> = {};
  const current: Bucket = {
    put: (...given) => (change.put ?? bucket.put)(...given),
    read: (...given) => (change.read ?? bucket.read)(...given),
    size: (...given) => (change.size ?? bucket.size)(...given),
    remove: (...given) => (change.remove ?? bucket.remove)(...given),
    list: (...given) => (change.list ?? bucket.list)(...given),
  };
  let later = 0;
  const clock = () => new Date(Date.now() + later * dayMs);
  const config = createTestConfig(newDatabaseName('archive'));
  const runtime = await createRuntime('archive', config, { clock, archive: { bucket: current, days: archiveDays } });
  await createCollections(runtime);
  const { live } = runtime.databases;
  return {
    runtime,
    bucket,
    interfere: (given) => {
      change = given;
    },
    add: async (subject, age, fields) => {
      const at = new Date(Date.now() - age * dayMs);
      const input = { subject, type: 'field_update', description: `Of ${age} days ago.`, events: [] };
      const made = toEntry(testCaller(), at, input);
      const _id = `${toFirstId(at.getTime())}${String(randomInt(1e12)).padStart(16, '0')}`;
      const entry = { ...made, _id, ...fields };
      await live.collection<Entry>(journalCollection).insertOne(entry);
      return entry;
    },
    archive: async (daysLater = 0) => {
      later = daysLater;
      try {
        for (const task of createArchivingOf(runtime)) await task.run();
      } finally {
        later = 0;
      }
    },
    count: (collection, filter = {}) => live.collection(collection).countDocuments(filter),
    listKeys: async () => {
      const keys: string[] = [];
      for await (const { key } of bucket.list('journal/')) keys.push(key);
      return keys;
    },
    stop: async () => {
      await removeRuntime(runtime);
      await server.stop();
    },
  };
}
