import { connectDatabases } from '@plotline/kit/store/connection/connect';

/** Matches names of `newDatabaseName`, in both modes. */
const testDatabase = /^test_[\w-]+_[0-9a-f]{12}_(live|sandbox)$/;

/**
 * Returns the MongoDB for the tier `mongodb`: a replica set, or a mongos.
 * @throws Error that explains how to set it.
 */
export function requireMongoUrl({ MONGO_URL: url }: NodeJS.ProcessEnv): string {
  if (url) return url;
  throw new Error(
    'Set MONGO_URL to a MongoDB. To start one: docker compose -f tests/mongodb/compose.yml --profile replica-set up -d --wait\n' +
      "then MONGO_URL='mongodb://127.0.0.1:27017/?replicaSet=plotline' npm run test:mongodb",
  );
}

/** Returns whether tests created the database. */
export function isTestDatabase(name: string): boolean {
  return testDatabase.test(name);
}

/** Removes the databases that this run or an interrupted run has left. Keeps other databases. */
export async function dropTestDatabases(url: string): Promise<void> {
  const databases = await connectDatabases({ url, name: 'test_cleanup', poolSize: 6 });
  try {
    const client = databases.live.getClient();
    const { databases: found } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    for (const { name } of found) if (isTestDatabase(name)) await client.db(name).dropDatabase();
  } finally {
    await databases.close();
  }
}
