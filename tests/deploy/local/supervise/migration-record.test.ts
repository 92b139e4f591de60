import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Component } from '@plotline/local/supervise/component';
import { readMigrationRecord } from '@plotline/local/supervise/migration-record';
import { expect } from 'chai';

function createMongo(origin = 'mongod', processIds: readonly number[] = [1]): Component {
  return { name: 'mongo', url: 'mongodb://db', origin, processIds: () => [...processIds], stop: async () => undefined };
}

describe("the launcher's record of migrations", () => {
  let folder: string;
  const build = (stamp: string) => writeFile(join(folder, 'checkout/node_modules/.plotline-build'), stamp);
  const read = (mongo = createMongo(), programs?: { pipeline: string }) =>
    readMigrationRecord(
      { checkout: join(folder, 'checkout'), dataDirectory: join(folder, 'data'), ...(programs ? { programs } : {}) },
      mongo,
    );

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plotline-migrations-'));
    await mkdir(join(folder, 'checkout/node_modules'), { recursive: true });
    await mkdir(join(folder, 'data/mongo'), { recursive: true });
    await build('one');
    const first = await read();
    expect(first.isCurrent).to.equal(false);
    await first.keep();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('makes jobs unnecessary for a build that has already started successfully', async () => {
    expect((await read()).isCurrent).to.equal(true);
  });

  it('applies only to that build, even if the checkout returns to it later', async () => {
    await build('two');
    const second = await read();
    expect(second.isCurrent).to.equal(false);
    await second.keep();
    await build('one');
    expect((await read()).isCurrent).to.equal(false);
  });

  it('is empty until a start has succeeded', async () => {
    await build('two');
    await read();
    expect((await read()).isCurrent).to.equal(false);
  });

  it('applies only to the data of one kind of server', async () => {
    expect((await read(createMongo('DocumentDB'))).isCurrent).to.equal(false);
  });

  it('is ignored when a server comes from the environment or a program from elsewhere', async () => {
    expect((await read(createMongo('MONGO_URL', []))).isCurrent).to.equal(false);
    const after = await read();
    expect(after.isCurrent).to.equal(false);
    await after.keep();
    expect((await read(createMongo(), { pipeline: '/elsewhere/main.js' })).isCurrent).to.equal(false);
    expect((await read()).isCurrent).to.equal(false);
  });

  it('is deleted with the data', async () => {
    await rm(join(folder, 'data/mongo'), { recursive: true });
    expect((await read()).isCurrent).to.equal(false);
  });

  it("is empty when the build's sources are unknown", async () => {
    await rm(join(folder, 'checkout/node_modules/.plotline-build'));
    const unknown = await read();
    await unknown.keep();
    expect([unknown.isCurrent, (await read()).isCurrent]).to.deep.equal([false, false]);
  });
});
