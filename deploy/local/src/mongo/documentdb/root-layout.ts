import { join } from 'node:path';

/** Owner of the server process and its files: an id that distributions give to nobody, so that no other service has it. */
export const SERVER_USER_ID = 61_000;

/** Changes when the recipe does, so that a root of the old recipe is not taken for one of the new. */
const RECIPE_VERSION = 1;

const architectures: Readonly<Record<string, { readonly loader: string; readonly libraries: string }>> = {
  x64: { loader: 'lib64/ld-linux-x86-64.so.2', libraries: 'usr/lib/x86_64-linux-gnu' },
  arm64: { loader: 'lib/ld-linux-aarch64.so.1', libraries: 'usr/lib/aarch64-linux-gnu' },
};

/** Paths of a folder that holds DocumentDB, PostgreSQL and every library that they need. */
export interface RootLayout {
  readonly root: string;
  /** A data directory in which DocumentDB is installed and nothing else. */
  readonly template: string;
  /** Folder of PostgreSQL's programs, seen from inside of the root. */
  readonly programs: string;
  /** The root's own dynamic loader: run by it, its programs do not meet this machine's older libraries. */
  readonly loader: string;
  readonly libraryPath: string;
  readonly server: string;
}

export function rootLayout(root: string): RootLayout {
  const architecture = architectures[process.arch] ?? { loader: '', libraries: 'usr/lib' };
  const libraries = join(root, architecture.libraries);
  const postgres = join(root, 'usr/lib/postgresql/18');
  return {
    root,
    template: join(root, 'var/lib/postgresql/template'),
    programs: '/usr/lib/postgresql/18/bin',
    loader: join(root, architecture.loader),
    libraryPath: [libraries, join(libraries, 'blas'), join(libraries, 'lapack'), join(postgres, 'lib')].join(':'),
    server: join(postgres, 'bin/postgres'),
  };
}

export function rootName(): string {
  return `documentdb-root-${RECIPE_VERSION}-${process.arch}`;
}

export function isSupportedArchitecture(): boolean {
  return architectures[process.arch] !== undefined;
}
