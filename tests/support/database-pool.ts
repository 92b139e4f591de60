import { migrateDatabases } from '@plotline/kit/service/migrate';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { modes } from '@plotline/kit/store/connection/connect';
import type { Connection } from 'mongoose';
import { newDatabaseName } from './test-runtime.js';

type Databases = ServiceRuntime['databases'];

interface Stored {
  readonly _id: unknown;
}

/** Documents that migrations have stored in a database, by collection. Usually empty. */
type Contents = ReadonlyMap<string, readonly Stored[]>;

/** Databases that only one fixture uses until it returns them. */
export interface PooledDatabases {
  readonly service: string;
  readonly name: string;
  /** Documents after the migrations, by mode. */
  readonly initial: Contents[];
}

const free = new Map<string, PooledDatabases[]>();

/** Databases that no fixture has used yet. */
export function newDatabases(service: string): PooledDatabases {
  return { service, name: newDatabaseName(service), initial: [] };
}

/**
 * Returns databases for a fixture of the service. Reuses databases that another fixture has returned, because creating
 * collections and indexes takes longer than most tests.
 */
export function takeDatabases(service: string): PooledDatabases {
  return free.get(service)?.pop() ?? newDatabases(service);
}

async function readContents(database: Connection): Promise<Contents> {
  const names = (await database.listCollections()).map(({ name }) => name);
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, await database.collection<Stored>(name).find({}).toArray()] as const),
    ),
  );
}

/** Migrates the databases as the service's migration job does. Databases that were used before need no change. */
export async function migratePooled(
  { initial }: PooledDatabases,
  runtime: ServiceRuntime,
  migrations: URL,
): Promise<void> {
  await migrateDatabases(runtime, migrations);
  if (initial.length > 0) return;
  for (const mode of modes) initial.push(await readContents(runtime.databases[mode]));
}

async function restoreContents(database: Connection, contents: Contents): Promise<void> {
  const names = (await database.listCollections()).map(({ name }) => name);
  await Promise.all(
    names.map(async (name) => {
      const records = contents.get(name) ?? [];
      await database.collection<Stored>(name).deleteMany({});
      if (records.length > 0) await database.collection<Stored>(name).insertMany([...records]);
    }),
  );
}

/** Restores the state after the migrations for the next fixture. Nothing may write to the databases any more. */
export async function giveBack(pooled: PooledDatabases, databases: Databases): Promise<void> {
  for (const [place, mode] of modes.entries())
    await restoreContents(databases[mode], pooled.initial[place] ?? new Map());
  free.set(pooled.service, [...(free.get(pooled.service) ?? []), pooled]);
}
