import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'glob';

/** Workspace in the checkout: a folder with its own package. */
export interface Unit {
  /** Path such as `services/team`. */
  readonly folder: string;
  readonly name: string;
  readonly dependencies: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** Returns the workspaces in the checkout, except the tests, which depend on all others. */
export function readUnits(root: string): Unit[] {
  const folders = globSync([...(readManifest(root).workspaces ?? [])], { cwd: root, posix: true });
  return folders
    .filter((folder) => folder !== 'tests' && existsSync(join(root, folder, 'package.json')))
    .map((folder) => {
      const { name, dependencies = {} } = readManifest(join(root, folder));
      return { folder, name, dependencies: Object.keys(dependencies) };
    });
}

/** Returns the folder with a unit's tests. */
export function toTestFolder({ folder }: Unit): string {
  const local = folder.startsWith('deploy/') && folder !== 'deploy/documentdb-bridge';
  return `tests/${local ? folder : folder.split('/').at(-1)}`;
}

/** Folders with tests of several units, or with code that the tests share. A change there may affect every test. */
const sharedByTests = [
  'tests/support',
  'tests/suites',
  'tests/package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

function isIn(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}

/** Returns the units that files belong to, and their direct and indirect dependents. */
export function findAffectedUnits(units: readonly Unit[], files: readonly string[]): Unit[] {
  if (files.some((file) => sharedByTests.some((folder) => isIn(file, folder)))) return [...units];
  const affected = new Set(
    units.filter((unit) => files.some((file) => isIn(file, unit.folder) || isIn(file, toTestFolder(unit)))),
  );
  // The set grows during the iteration, because each added unit's dependents are added too.
  for (const { name } of affected) {
    for (const unit of units) if (unit.dependencies.includes(name)) affected.add(unit);
  }
  return [...affected];
}
