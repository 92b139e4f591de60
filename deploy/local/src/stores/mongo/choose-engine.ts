import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MongoOptions } from '../../supervise/component.js';
import { canUnpackPackages, findPackageRoot, obtainPackageRoot } from '../debian/package-root.js';
import { documentdbRecipe } from '../documentdb/install-documentdb.js';
import { createMissingMongoError, findBinary, getCacheDirectory } from '../find-server.js';
import { dataFolders } from './claim-data.js';
import { downloadMongod, findDownloadedMongod } from './download-mongod.js';

/** Database program and where it comes from. */
export type Engine =
  | { readonly kind: 'mongod'; readonly file: string; readonly origin: string }
  | { readonly kind: 'documentdb'; readonly root: string };

/**
 * Chooses mongod on the PATH, then a downloaded mongod, then DocumentDB. Keeps existing data with the engine that wrote
 * it, because the other engine can't read it.
 * @throws Error with what is missing.
 */
export async function chooseEngine(options: MongoOptions): Promise<Engine> {
  const { environment, dataDirectory } = options;
  const isKept = (folder: string): boolean => existsSync(join(dataDirectory, folder));
  if (isKept(dataFolders.documentdb)) return obtainDocumentdb(options, 'the data here is DocumentDB’s');
  const installed = findBinary('mongod', environment['PATH'] ?? '');
  if (installed !== undefined) return { kind: 'mongod', file: installed, origin: 'mongod on the PATH' };
  const directory = join(getCacheDirectory(environment), 'mongod');
  const cached = await findDownloadedMongod(directory);
  if (cached !== undefined) return { kind: 'mongod', file: cached, origin: 'downloaded mongod' };
  // DocumentDB was unpacked only because an earlier download failed. Trying the download at each start would take
  // seconds.
  const root = isKept(dataFolders.mongod) ? undefined : findPackageRoot(documentdbRecipe, environment);
  if (root !== undefined) return { kind: 'documentdb', root };
  const download = await downloadMongod(directory, options.report);
  if ('file' in download) return { kind: 'mongod', file: download.file, origin: 'downloaded mongod' };
  if (isKept(dataFolders.mongod)) throw createMissingMongoError(`the data here is mongod's, and ${download.reason}`);
  return obtainDocumentdb(options, download.reason);
}

async function obtainDocumentdb({ environment, report, signal }: MongoOptions, noMongod: string): Promise<Engine> {
  if (!canUnpackPackages(environment)) throw createMissingMongoError(noMongod);
  const root = await obtainPackageRoot(documentdbRecipe, { environment, report, signal }).catch((error: unknown) => {
    throw createMissingMongoError(noMongod, error);
  });
  return { kind: 'documentdb', root };
}
