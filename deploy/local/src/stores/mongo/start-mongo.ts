import { rm } from 'node:fs/promises';
import type { Component, MongoOptions, SupervisedComponent } from '../../supervise/component.js';
import { startDocumentdb } from '../documentdb/start-documentdb.js';
import { findConfiguredServer } from '../find-server.js';
import { chooseEngine } from './choose-engine.js';
import { claimData } from './claim-data.js';
import { startMongod } from './start-mongod.js';

/**
 * Starts a MongoDB with transactions from the first available source: MONGO_URL, mongod on the PATH, a downloaded
 * mongod, or DocumentDB behind the bridge. DocumentDB is available on Debian and Ubuntu.
 * @throws Error with what is missing, or with the last lines of the failed step.
 */
export async function startMongo(options: MongoOptions): Promise<Component> {
  const given = await findConfiguredServer('mongo', 'MONGO_URL', 27_017, options.environment);
  if (given) return given;
  const release = await claimData(options.dataDirectory);
  const component = await start(options).catch((error: unknown) => {
    release();
    throw error;
  });
  return { ...component, stop: () => component.stop().finally(release) };
}

async function start(options: MongoOptions): Promise<SupervisedComponent> {
  const engine = await chooseEngine(options);
  if (engine.kind === 'documentdb') return startDocumentdb(engine.root, options);
  return startMongod(engine.file, engine.origin, options);
}

/**
 * Removes all data of a stopped MongoDB from its data directory.
 * @throws Error when another launcher uses the directory.
 */
export async function clearMongo(dataDirectory: string): Promise<void> {
  const release = await claimData(dataDirectory);
  try {
    await rm(dataDirectory, { recursive: true, force: true });
  } finally {
    release();
  }
}
