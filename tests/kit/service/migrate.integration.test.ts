import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { databaseTimeoutMs } from '@plotline/kit/core/time';
import { assertMigrated, createMigrationRuntime, migrateDatabases } from '@plotline/kit/service/migrate';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { modes } from '@plotline/kit/store/connection/connect';
import { expect } from 'chai';
import { createTestConfig, createTestRuntime, removeRuntime } from '../../support/test-runtime.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { thing, thingCollection } from '../thing-store.js';

interface Run {
  readonly migration: string;
}

/** Service with a folder of migrations. Each migration records that it ran. */
async function startMigratedService() {
  const runtime = await createTestRuntime('migrations');
  thingCollection(runtime);
  const path = mkdtempSync(join(tmpdir(), 'plotline-migrations-'));
  const write = (name: string, body = '') =>
    writeFileSync(
      join(path, `${name}.mjs`),
      `export async function up({ database, mode }) {
        await database.collection('runs').insertOne({ migration: '${name} ' + mode });
        ${body}
      }`,
    );
  write('0001-first');
  write('0002-second');
  return {
    runtime,
    folder: pathToFileURL(`${path}/`),
    write,
    runs: async () => {
      const found = await Promise.all(
        modes.map((mode) => runtime.databases[mode].collection<Run>('runs').find({}).sort({ _id: 1 }).toArray()),
      );
      return found.flat().map(({ migration }) => migration);
    },
    stop: async () => {
      await removeRuntime(runtime);
      rmSync(path, { recursive: true });
    },
  };
}

const everyRun = ['0001-first live', '0002-second live', '0001-first sandbox', '0002-second sandbox'];

describe('the migration job', () => {
  const service = useFixturePerTest(startMigratedService);

  const migrate = (runtime: ServiceRuntime = service().runtime) => migrateDatabases(runtime, service().folder);
  const refusal = () => assertMigrated(service().runtime, service().folder).then(() => 'none', String);

  it('runs each migration once in each database, in order, and creates collections and indexes', async () => {
    await migrate();
    await migrate();
    expect(await service().runs()).to.deep.equal(everyRun);
    expect(await refusal()).to.equal('none');
  });

  it('runs each migration once when several jobs start at the same time', async () => {
    const { databases, log } = service().runtime;
    const others = await Promise.all(
      [1, 2].map(() => createTestRuntime('migrations', undefined, databases.live.name.replace(/_live$/, ''))),
    );
    try {
      others.forEach(thingCollection);
      await Promise.all([service().runtime, ...others].map(migrate));
    } finally {
      await Promise.all(others.map((other) => other.databases.close()));
    }
    expect(await service().runs(), String(log.level)).to.deep.equal(everyRun);
  });

  it('reruns a failed migration before any later one', async () => {
    service().write('0002-second', "if (mode === 'sandbox') throw new Error('out of order');");
    service().write('0003-third');
    expect(await migrate().then(() => 'done', String)).to.include('0002-second');
    service().write('0002-second-mended');
    rmSync(new URL('0002-second.mjs', service().folder));
    await migrate();
    const again = ['0001-first sandbox', '0002-second sandbox', '0002-second-mended sandbox', '0003-third sandbox'];
    expect((await service().runs()).filter((run) => run.includes('sandbox'))).to.deep.equal(again);
  });

  it('treats a source file as the same migration as its compiled file', async () => {
    const source = new URL('0003-third.ts', service().folder);
    writeFileSync(
      source,
      "export const up = ({ database }) => database.collection('runs').insertOne({ migration: '3' });",
    );
    await migrate();
    renameSync(source, new URL('0003-third.js', service().folder));
    expect(await refusal()).to.equal('none');
    expect(await service().runs()).to.deep.equal([...everyRun.slice(0, 2), '3', ...everyRun.slice(2), '3']);
  });

  it('allows unlimited time for an operation such as an index build', async () => {
    const { databases } = service().runtime;
    const { databases: ofJob } = await createMigrationRuntime('migrations', createTestConfig('migrations'));
    const timeouts = [databases, ofJob].map(({ live }) => live.getClient().options.socketTimeoutMS);
    await ofJob.close();
    expect(timeouts).to.deep.equal([databaseTimeoutMs, 0]);
  });

  it('fills in the fields of a unique index before it creates the index', async () => {
    const { databases } = service().runtime;
    const twins = ['a', 'b'].map((name) => ({
      ...thing(name),
      _id: name,
      workspace_id: 'ws_1',
      derived: { lower_name: 'x' },
    }));
    await databases.live.collection<{ _id: string }>('things').insertMany(twins);
    service().write(
      '0003-names',
      "await database.collection('things').updateMany({}, [{ $set: { 'derived.lower_name': '$name' } }]);",
    );
    await migrate();
    expect(await refusal()).to.equal('none');
  });
});

describe('a service', () => {
  const service = useFixturePerTest(startMigratedService);

  const refusal = () => assertMigrated(service().runtime, service().folder).then(() => 'none', String);

  it('refuses to start on databases that lack a migration, a collection or an index, and shows the command to run', async () => {
    const { runtime, folder } = service();
    expect(await refusal())
      .to.include('lacks')
      .and.to.include('node services/migrations/dist/commands/migrate.js');
    await migrateDatabases(runtime, folder);
    await runtime.databases.sandbox.collection('things').dropIndex('lower_name');
    expect(await refusal())
      .to.include('sandbox')
      .and.to.include('things.lower_name');
    await migrateDatabases(runtime, folder);
    service().write('0003-third');
    expect(await refusal()).to.include('0003-third');
  });

  it('starts on databases that a newer release has migrated', async () => {
    const { runtime, folder } = service();
    service().write('0003-newer');
    await migrateDatabases(runtime, folder);
    await runtime.databases.live.createCollection('newer');
    rmSync(new URL('0003-newer.mjs', folder));
    expect(await refusal()).to.equal('none');
  });
});
