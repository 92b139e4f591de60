import type { CollectionContent } from './content-digest.js';

/** A collection of a backup. */
export interface DumpedCollection extends CollectionContent {
  readonly database: string;
  readonly name: string;
}

/** Databases of one MongoDB, read as of one moment. */
export interface DumpedDatabases {
  /** Seconds since 1970 of that moment, by MongoDB's clock. */
  readonly cluster_time: number;
  readonly collections: readonly DumpedCollection[];
}

/** Copied files of transfer. */
export interface CopiedFiles {
  readonly count: number;
  readonly bytes: number;
}

/** Content of `manifest.json`, which describes a backup. */
export interface Manifest {
  readonly format: 1;
  readonly started_at: string;
  readonly finished_at: string;
  /** One entry for each MongoDB deployment. */
  readonly mongodb: readonly DumpedDatabases[];
  /** Null if no folder with files is configured. */
  readonly files: CopiedFiles | null;
}

export const manifestFile = 'manifest.json';

/** Returns the collections of all databases in a backup. */
export function collectionsOf({ mongodb }: Manifest): DumpedCollection[] {
  return mongodb.flatMap(({ collections }) => collections);
}

/**
 * Parses a manifest whose checksum was verified. Throws if a different release of Plotline wrote it in an unknown
 * format.
 */
export function parseManifest(text: string): Manifest {
  const manifest: Manifest = JSON.parse(text);
  if (manifest.format !== 1) throw new Error(`The backup has the format ${manifest.format}, but only 1 is known.`);
  return manifest;
}
