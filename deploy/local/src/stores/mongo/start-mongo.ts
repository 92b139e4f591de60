import { rm } from 'node:fs/promises';
import type { MongoOptions, Part, SupervisedPart } from '../../supervise/part.js';
import { startDocumentdb } from '../documentdb/start-documentdb.js';
import { findGivenServer } from '../find-server.js';
import { chooseEngine } from './choose-engine.js';
import { ownData } from './own-data.js';
import { startMongod } from './start-mongod.js';

/**
 * A MongoDB with transactions, from the first of these that applies: MONGO_URL; mongod on the PATH; a downloaded mongod;
 * on Debian or Ubuntu as root, DocumentDB behind the bridge.
 * @throws Error that names what is missing, or the last lines of what failed.
 */
export async function startMongo(options: MongoOptions): Promise<Part> {
  const given = await findGivenServer('mongo', 'MONGO_URL', 27_017, options.environment);
  if (given) return given;
  const release = await ownData(options.dataDirectory);
  const part = await start(options).catch((error: unknown) => {
    release();
    throw error;
  });
  return { ...part, stop: () => part.stop().finally(release) };
}

async function start(options: MongoOptions): Promise<SupervisedPart> {
  const engine = await chooseEngine(options);
  if (engine.kind === 'documentdb') return startDocumentdb(engine.root, options);
  return startMongod(engine.file, engine.origin, options);
}

/**
 * Removes all data of a MongoDB that is down; nothing of it lies outside of its data directory.
 * @throws Error when a living launcher runs on it.
 */
export async function clearMongo(dataDirectory: string): Promise<void> {
  const release = await ownData(dataDirectory);
  try {
    await rm(dataDirectory, { recursive: true, force: true });
  } finally {
    release();
  }
}
