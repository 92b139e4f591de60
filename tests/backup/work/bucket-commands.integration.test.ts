import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import mongoose, { type mongo } from 'mongoose';
import { startBucket } from '../../support/start-bucket.js';
import { storeUrl } from '../../support/test-stores.js';
import { useFixture } from '../../support/use-fixture.js';
import { useTemporaryFolder } from '../folder/temporary-folder.js';

const main = resolve(import.meta.dirname, '../../../deploy/backup/dist/main.js');
const execute = promisify(execFile);
const database = 'plotline_auth_live';

describe('the commands for backups in a bucket', () => {
  const folder = useTemporaryFolder();
  const fixture = useFixture(startBucket);
  let client: mongo.MongoClient;

  const run = async (args: readonly string[], hasBucket = true): Promise<string> => {
    const { endpoint, region, accessKeyId, secretAccessKey } = fixture().access;
    const bucket = {
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_S3_REGION: region,
      BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    const env = { LOG_LEVEL: 'silent', MONGO_URL: storeUrl('MONGO'), BACKUP_DIRECTORY: folder() };
    const { stdout } = await execute(process.execPath, [main, ...args], { env: { ...env, ...(hasBucket && bucket) } });
    return stdout;
  };

  before(async () => {
    client = await mongoose.mongo.MongoClient.connect(storeUrl('MONGO'), { maxPoolSize: 2 });
    // A backup contains all databases of Plotline, so those of earlier tests must be gone.
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) if (name.startsWith('plotline_')) await client.db(name).dropDatabase();
    await client
      .db(database)
      .collection('people')
      .insertMany([{ name: 'Amira' }, { name: 'Bruno' }]);
  });
  after(async () => {
    await client.db(database).dropDatabase();
    await client.close();
  });

  it('restore on a new machine what another one has backed up', async () => {
    await run(['make']);
    const name = (await run(['list', '--bucket'])).trim();
    expect(name).to.match(/^plotline-\d{8}T\d{6}Z$/);
    expect(await run(['check', '--bucket'])).to.equal(`${name} is complete: 2 records in 1 collections, 0 files\n`);
    await rm(join(folder(), name), { recursive: true });
    await client.db(database).dropDatabase();
    expect(await run(['list'])).to.equal('');
    await run(['restore', 'latest', '--bucket', '--service', 'auth']);
    const people = await client.db(database).collection('people').find().sort({ name: 1 }).toArray();
    expect(people.map((person) => person['name'])).to.deep.equal(['Amira', 'Bruno']);
    expect(await run(['list'])).to.equal(`${name}\n`);
  });

  it('are refused without a bucket', async () => {
    const failure = await run(['list', '--bucket'], false).catch((error: { stderr: string }) => error.stderr);
    expect(failure).to.equal('--bucket needs BACKUP_S3_ENDPOINT.\n');
  });
});
