import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDebianRoot } from '../debian/is-debian-root.js';
import { findBinary } from '../find-binary.js';
import { cacheDirectory } from './cache-directory.js';
import { builtRoot, ensureRoot } from './documentdb/build-root.js';
import { isSupportedArchitecture, type RootLayout } from './documentdb/root-layout.js';
import { missingMongo } from './missing-mongo.js';
import type { MongoOptions } from './mongo-options.js';
import { downloadMongod, findDownloadedMongod } from './mongod/download-mongod.js';
import { folders } from './own-data.js';

/** What will serve, and where it came from. */
export type Engine =
  | { readonly kind: 'mongod'; readonly file: string; readonly origin: string }
  | { readonly kind: 'documentdb'; readonly root: RootLayout };

/**
 * mongod from the PATH, else the first of the two engines that this machine can have. Data that is there already belongs
 * to the engine that wrote it and keeps it, or it would seem lost as soon as another one could be had.
 * @throws Error that names what is missing.
 */
export async function chooseEngine(options: MongoOptions): Promise<Engine> {
  const { environment, dataDirectory } = options;
  const isKept = (folder: string): boolean => existsSync(join(dataDirectory, folder));
  if (isKept(folders.documentdb)) return obtainDocumentdb(options, 'the data here is DocumentDB’s');
  const installed = findBinary('mongod', environment['PATH'] ?? '');
  if (installed !== undefined) return { kind: 'mongod', file: installed, origin: 'mongod on the PATH' };
  const directory = join(cacheDirectory(environment), 'mongod');
  const cached = await findDownloadedMongod(directory);
  if (cached !== undefined) return { kind: 'mongod', file: cached, origin: 'downloaded mongod' };
  // Where the root was built before, a download was out of reach; asking again would cost each start seconds.
  const root = isKept(folders.mongod) ? undefined : builtRoot(cacheDirectory(environment));
  if (root !== undefined && isDebianRoot(environment['PATH'] ?? '')) return { kind: 'documentdb', root };
  const download = await downloadMongod(directory, options.report);
  if ('file' in download) return { kind: 'mongod', file: download.file, origin: 'downloaded mongod' };
  if (isKept(folders.mongod)) throw missingMongo(`the data here is mongod's, and ${download.reason}`);
  return obtainDocumentdb(options, download.reason);
}

async function obtainDocumentdb({ environment, report }: MongoOptions, noMongod: string): Promise<Engine> {
  if (!isDebianRoot(environment['PATH'] ?? '') || !isSupportedArchitecture()) throw missingMongo(noMongod);
  const root = await ensureRoot({ cache: cacheDirectory(environment), environment, report }).catch((error: unknown) => {
    throw missingMongo(noMongod, error);
  });
  return { kind: 'documentdb', root };
}
