import type { CollectionContent } from './content-digest.js';

/** A collection of a backup. */
export interface DumpedCollection extends CollectionContent {
  readonly database: string;
  readonly name: string;
}

/** Databases that were read as of one moment. */
export interface DumpedDatabases {
  /** The moment, by MongoDB's clock: seconds since 1970. */
  readonly cluster_time: number;
  readonly collections: readonly DumpedCollection[];
}

/** Files of transfer. */
export interface CopiedFiles {
  readonly count: number;
  readonly bytes: number;
}

/** Content of `manifest.json`, which describes a backup. */
export interface Manifest {
  readonly format: 1;
  readonly started_at: string;
  readonly finished_at: string;
  /** One entry for each MongoDB. */
  readonly mongodb: readonly DumpedDatabases[];
  /** Null if the files are not in a folder. */
  readonly files: CopiedFiles | null;
}

export const manifestFile = 'manifest.json';

/** Returns all collections of a backup. */
export function collectionsOf({ mongodb }: Manifest): DumpedCollection[] {
  return mongodb.flatMap(({ collections }) => collections);
}

/** Parses a manifest whose checksum was verified. Throws for the format of another version. */
export function parseManifest(text: string): Manifest {
  const manifest: Manifest = JSON.parse(text);
  if (manifest.format !== 1) throw new Error(`The backup has the format ${manifest.format}, but only 1 is known.`);
  return manifest;
}
