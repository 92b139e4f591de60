import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupBucket } from '@plotline/backup/bucket/backup-bucket';
import { databasesOf, services } from '@plotline/backup/model/databases';
import { type Bucket, createBucket } from '@plotline/kit/objects/bucket';
import { expect } from 'chai';
import { useTemporaryFolder } from '../../../backup/folder/temporary-folder.js';
import { startBucket } from '../../../support/start-bucket.js';
import { useFixture, useFixturePerTest } from '../../../support/use-fixture.js';
import { documentCount, startOwnDatabases } from './own-databases.js';
import { runBackupProgram } from './run-backup-program.js';

const dump = 'mongodb/plotline_pipeline_live/people.bson.gz';
const databaseCount = services.flatMap(databasesOf).length;
/** More than the bucket takes in one request. */
const photo = randomBytes(9 * 1_048_576);

/** Variables of the program that differ from the usual ones. */
type Changes = Readonly<Record<string, string | undefined>>;

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

describe('backups of the databases and files in a bucket', function () {
  // The first start may have to download the server.
  this.timeout(600_000);
  const folder = useTemporaryFolder();
  const databases = useFixture(startOwnDatabases);
  const store = useFixturePerTest(startBucket);
  const backups = () => join(folder(), 'backups');
  const files = () => join(folder(), 'files');

  const run = async (args: readonly string[], changes: Changes = {}) => {
    const { endpoint, region, accessKeyId } = store().access;
    const variables = {
      LOG_LEVEL: 'silent',
      MONGO_URL: databases().url,
      BACKUP_DIRECTORY: backups(),
      FILES_DIRECTORY: files(),
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_S3_REGION: region,
      BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY_FILE: join(folder(), 'bucket-key'),
    };
    return runBackupProgram({ ...variables, ...changes }, args);
  };
  /** Runs a command that must succeed. Resolves to its output. */
  const succeed = async (args: readonly string[], changes: Changes = {}) => {
    const { code, output, errors } = await run(args, changes);
    expect([code, errors], args.join(' ')).to.deep.equal([0, '']);
    return output;
  };
  const loseFolder = async () => {
    await rm(backups(), { recursive: true });
    await mkdir(backups());
  };
  const listObjects = async (prefix: string) => {
    const keys: string[] = [];
    for await (const { key } of createBucket(store().access).list(prefix)) keys.push(key);
    return keys;
  };

  beforeEach(async () => {
    await mkdir(backups());
    await mkdir(files());
    await writeFile(join(files(), 'file_1'), 'photo');
    await writeFile(join(folder(), 'bucket-key'), `${store().access.secretAccessKey}\n`);
    await databases().fill();
  });

  it('restore all documents, indexes and files after the databases, the files and the folder are lost', async () => {
    await writeFile(join(files(), 'file_2'), photo);
    const before = await databases().read();
    expect(Object.keys(before)).to.have.length(2 * databaseCount);
    await succeed(['make']);
    const name = (await succeed(['list', '--bucket'])).trim();
    expect(name).to.match(/^plotline-\d{8}T\d{6}Z$/);
    const counts = `${databaseCount * documentCount} records in ${2 * databaseCount} collections, 2 files`;
    expect(await succeed(['check', '--bucket'])).to.equal(`${name} is complete: ${counts}\n`);

    await loseFolder();
    await rm(join(files(), 'file_1'));
    await rm(join(files(), 'file_2'));
    await databases().drop();
    expect(await databases().read()).to.deep.equal({});
    expect(await succeed(['list'])).to.equal('');

    expect(await succeed(['restore', 'latest', '--bucket'])).to.equal(`${name} was restored: ${counts}\n`);
    expect(await databases().read()).to.deep.equal(before);
    expect(await readFile(join(files(), 'file_1'), 'utf8')).to.equal('photo');
    expect(photo.equals(await readFile(join(files(), 'file_2')))).to.equal(true);
    expect(await succeed(['list'])).to.equal(`${name}\n`);
  });

  it('are refused when an object is damaged or missing, before a database or a file is changed', async () => {
    await succeed(['make']);
    await loseFolder();
    const bucket = createBucket(store().access);
    const [name = ''] = (await succeed(['list', '--bucket'])).split('\n');
    const object = `content/${(await new BackupBucket(bucket).readChecksums(name)).get(dump)}`;
    await rm(join(files(), 'file_1'));
    const before = await databases().read();
    const damages: readonly ((of: Bucket) => Promise<void>)[] = [
      (of) => of.put(object, once('nobody')),
      (of) => of.remove(object),
    ];
    for (const damage of damages) {
      await damage(bucket);
      for (const args of [['check'], ['try'], ['restore', 'latest', '--drop']]) {
        const refused = await run([...args, '--bucket']);
        expect([refused.code, refused.output], args[0]).to.deep.equal([1, '']);
        expect(refused.errors, args[0]).to.equal(`The backup ${name} is damaged or can't be read: ${dump}.\n`);
      }
      expect(await readdir(backups())).to.deep.equal([]);
      expect(await readdir(files())).to.deep.equal([]);
      expect(await databases().read()).to.deep.equal(before);
    }
  });

  it('need a key that the store accepts, and no message has the key', async () => {
    const secret = randomBytes(20).toString('hex');
    await writeFile(join(folder(), 'bucket-key'), secret);
    const wrong = { BACKUP_S3_ACCESS_KEY_ID: 'unknown', LOG_LEVEL: 'debug' };
    for (const args of [['make'], ['list', '--bucket'], ['check', '--bucket'], ['restore', 'latest', '--bucket']]) {
      const { code, output, errors } = await run(args, wrong);
      expect([code, output], args[0]).to.deep.equal([1, '']);
      expect(errors, args[0]).to.match(/(^|\n)The file store refused access\.\n$/);
      expect(errors, args[0]).to.not.include(secret);
    }
    expect(await listObjects('')).to.deep.equal([]);
    // The folder has its backup although the bucket has none.
    expect(await succeed(['list'])).to.match(/^plotline-\w+\n$/);
  });

  it('are removed from the bucket when the rules no longer keep them, even if the folder is lost', async () => {
    await succeed(['make'], { BACKUP_S3_ENDPOINT: undefined });
    const [made = ''] = await readdir(backups());
    const [oldest, older, old] = [
      'plotline-20260301T080000Z',
      'plotline-20260301T090000Z',
      'plotline-20260301T100000Z',
    ];
    for (const name of [oldest, older]) await cp(join(backups(), made), join(backups(), name), { recursive: true });
    await rename(join(backups(), made), join(backups(), old));

    await succeed(['make'], { BACKUP_KEEP_HOURS: '3', BACKUP_KEEP_DAYS: '1', BACKUP_KEEP_WEEKS: '1' });
    const [newest] = (await succeed(['list', '--bucket'])).split('\n');
    expect(await succeed(['list', '--bucket'])).to.equal(`${newest}\n${old}\n${older}\n`);

    await loseFolder();
    await succeed(['make'], { BACKUP_KEEP_HOURS: '1', BACKUP_KEEP_DAYS: '1', BACKUP_KEEP_WEEKS: '1' });
    const kept = await succeed(['list']);
    expect(await succeed(['list', '--bucket'])).to.equal(kept);
    expect(await listObjects('unfinished/')).to.include.members([`unfinished/${old}`, `unfinished/${older}`]);
    expect(await succeed(['check', '--bucket'])).to.include('is complete');
  });
});
