import { connectDatabases } from '@plotline/kit/store/connection/connect';

/** As `newDatabaseName` makes them, in both modes. */
const testDatabase = /^test_[\w-]+_[0-9a-f]{12}_(live|sandbox)$/;

/**
 * The MongoDB of the tier `mongodb`: a replica set, or a mongos.
 * @throws Error that says how to give it.
 */
export function requireMongoUrl({ MONGO_URL: url }: NodeJS.ProcessEnv): string {
  if (url) return url;
  throw new Error(
    'MONGO_URL names no MongoDB. To have one: docker compose -f tests/mongodb/compose.yml --profile replica-set up -d --wait\n' +
      "then MONGO_URL='mongodb://127.0.0.1:27017/?replicaSet=plotline' npm run test:mongodb",
  );
}

/** Whether a database is one that tests have made. */
export function isTestDatabase(name: string): boolean {
  return testDatabase.test(name);
}

/** Removes what tests have left there, this run or one that was interrupted; other databases stay. */
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
