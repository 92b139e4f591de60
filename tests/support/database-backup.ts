import { connectDatabases, type Databases } from '@plotline/kit/store/connection/connect';
import { runInTransaction } from '@plotline/kit/store/transactions/transaction';
import type { ServiceName } from '@plotline/local/supervise/running-system';
import { system } from './system.js';

interface Stored {
  readonly _id: string;
}

/** A service's live database at one moment, by collection. Others may write at the same time. */
export interface Backup {
  readonly service: ServiceName;
  readonly takenAt: Date;
  readonly contents: ReadonlyMap<string, readonly Stored[]>;
}

/** Leases belong to running processes. A restored lease would be outdated. */
const leftOut: ReadonlySet<string> = new Set(['leases']);

async function withDatabases<T>(service: ServiceName, work: (databases: Databases) => Promise<T>): Promise<T> {
  const databases = await connectDatabases({ url: system().mongoUrl, name: `plotline_${service}`, poolSize: 6 });
  try {
    return await work(databases);
  } finally {
    await databases.close();
  }
}

/** Copies one snapshot of the database, as a dump does. */
export function takeBackup(service: ServiceName): Promise<Backup> {
  return withDatabases(service, async ({ live }) => {
    const names = (await live.listCollections()).map(({ name }) => name).filter((name) => !leftOut.has(name));
    const takenAt = new Date();
    const contents = await runInTransaction(live, Date.now() + 30_000, async (session) => {
      const read = new Map<string, readonly Stored[]>();
      for (const name of names) read.set(name, await live.collection<Stored>(name).find({}, { session }).toArray());
      return read;
    });
    return { service, takenAt, contents };
  });
}

/** Stops the service, replaces its database with the backup, and starts it again. */
export async function restoreBackup({ service, contents }: Backup): Promise<void> {
  await system().hold(service);
  await withDatabases(service, async ({ live }) => {
    for (const [name, records] of contents) {
      await live.collection<Stored>(name).deleteMany({});
      if (records.length > 0) await live.collection<Stored>(name).insertMany([...records]);
    }
  });
  await system().release(service);
}
