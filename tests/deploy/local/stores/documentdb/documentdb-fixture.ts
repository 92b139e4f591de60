import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMongo } from '@plotline/local/stores/mongo/start-mongo';
import type { Component } from '@plotline/local/supervise/component';
import { findFreePorts } from '@plotline/local/supervise/free-ports';
import { type Connection, createConnection } from 'mongoose';

export interface DocumentdbFixture {
  /** Returns the component. Throws before the tests start. */
  component(): Component;
  /** Opens a separate connection to a separate database. Closes it after the tests. */
  connect(options?: { readonly maxPoolSize?: number; readonly url?: string }): Promise<Connection>;
  /** Returns the folder of PostgreSQL's socket. */
  socketDirectory(): string;
  processes(): { readonly server: number; readonly bridge: number };
}

/** Starts DocumentDB with its bridge for the tests of one `describe`. Skips these tests on a real MongoDB. */
export function useDocumentdb(): DocumentdbFixture {
  const connections: Connection[] = [];
  let directory = '';
  let started: Component | undefined;
  const component = (): Component => {
    if (started === undefined) throw new Error('the fixture has not been started');
    return started;
  };

  before(async function () {
    this.timeout(600_000);
    directory = await mkdtemp(join(tmpdir(), 'plotline-mongo-'));
    const { mongo: port } = await findFreePorts();
    started = await startMongo({
      dataDirectory: directory,
      port,
      environment: process.env,
      report: (line) => process.stdout.write(`    ${line}\n`),
    });
    if (started.origin.startsWith('DocumentDB')) return;
    process.stdout.write(`    skipped: the tests of the bridge need DocumentDB, but there is ${started.origin}\n`);
    this.skip();
  });

  after(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await started?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  return {
    component,
    async connect({ maxPoolSize = 10, url = component().url } = {}) {
      const connection = createConnection(url, { dbName: `test_${connections.length}`, maxPoolSize });
      connections.push(connection);
      return connection.asPromise();
    },
    socketDirectory: () => join(directory, 'documentdb'),
    processes() {
      const [server = 0, bridge = 0] = component().processIds();
      return { server, bridge };
    },
  };
}

/** Returns the native collection of a connection, so that no schema changes its results. */
export function collectionOf(connection: Connection, name: string) {
  return connection.collection<{ _id: string; [field: string]: unknown }>(name);
}
