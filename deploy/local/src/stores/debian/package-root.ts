import { existsSync } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createMissingServersError, findBinary, getCacheDirectory, type MissingServer } from '../find-server.js';
import { holdLock } from '../hold-lock.js';
import { runCommand } from './run-command.js';

const LOCK_WAIT_MS = 15 * 60_000;
const FETCH_DEADLINE_MS = 15 * 60_000;
/** Plain JavaScript, because this file also runs before anything is installed. */
const FETCH_SCRIPT = join(import.meta.dirname, '..', '..', '..', 'prepare', 'fetch-packages.mjs');
/** Part of the folder name. Increase it when this file or a recipe changes the content of a root. */
const FORMAT = 1;

const architectures: Readonly<Record<string, { readonly loader: string; readonly libraries: string }>> = {
  x64: { loader: 'ld-linux-x86-64.so.2', libraries: 'usr/lib/x86_64-linux-gnu' },
  arm64: { loader: 'ld-linux-aarch64.so.1', libraries: 'usr/lib/aarch64-linux-gnu' },
};

/** Full paths of a root's libraries and its dynamic loader. */
export function getLibraries(root: string): { readonly loader: string; readonly folder: string } {
  const { loader, libraries } = architectures[process.arch] ?? { loader: '', libraries: '' };
  const folder = join(root, libraries);
  return { loader: join(folder, loader), folder };
}

export interface PackageOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly report: (line: string) => void;
  /** Aborts the download and the unpacking. */
  readonly signal?: AbortSignal | undefined;
}

/** Debian packages that are unpacked into a root of their own in the cache. */
export interface PackageRecipe {
  /** Name of the folder in the cache. */
  readonly name: string;
  readonly packages: readonly string[];
  /** Folders of the programs to run, relative to the root. */
  readonly programs: readonly string[];
  /** Library folders, relative to the root, in addition to those that every program searches. */
  readonly libraries?: readonly string[];
  /** Does the necessary part of the packages' installation scripts. */
  readonly finish?: (root: string) => Promise<void>;
}

/**
 * Returns whether packages can be unpacked on this machine. This works on Debian, Ubuntu and other descendants, for any
 * user.
 */
export function canUnpackPackages({ PATH = '' }: NodeJS.ProcessEnv): boolean {
  const isDebian = process.platform === 'linux' && existsSync('/etc/debian_version');
  const isSupported = architectures[process.arch] !== undefined;
  return isDebian && isSupported && ['apt-get', 'dpkg-deb'].every((name) => findBinary(name, PATH) !== undefined);
}

/** Returns the root in the cache, if it exists. */
export function findPackageRoot({ name }: PackageRecipe, environment: NodeJS.ProcessEnv): string | undefined {
  const root = join(getCacheDirectory(environment), `debian-${name}-${FORMAT}-${process.arch}`);
  return existsSync(getCompletionFile(root)) ? root : undefined;
}

/**
 * Returns the root in the cache. Unpacks a missing root, while other launchers wait. The root's programs run in place,
 * on this machine's kernel and with the root's own libraries. They need no root rights, chroot or namespace.
 * @throws Error with the last lines of the failed step.
 */
export async function obtainPackageRoot(recipe: PackageRecipe, options: PackageOptions): Promise<string> {
  const found = findPackageRoot(recipe, options.environment);
  if (found !== undefined) return found;
  const root = join(getCacheDirectory(options.environment), `debian-${recipe.name}-${FORMAT}-${process.arch}`);
  const release = await holdLock(root, LOCK_WAIT_MS);
  if (release === undefined) throw new Error(`another process has been unpacking ${root} for too long`);
  try {
    if (!existsSync(getCompletionFile(root))) await unpack(root, recipe, options);
    return root;
  } catch (error) {
    await rm(root, { recursive: true, force: true });
    throw error;
  } finally {
    release();
  }
}

/** Calls `obtainPackageRoot` for a server that is not on the PATH. The error lists each way to get the server. */
export function obtainServerRoot(
  server: MissingServer,
  recipe: PackageRecipe,
  options: PackageOptions,
): Promise<string> {
  return obtainPackageRoot(recipe, options).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw createMissingServersError([server], `Its package could not be unpacked: ${reason}`);
  });
}

async function unpack(root: string, recipe: PackageRecipe, options: PackageOptions): Promise<void> {
  await rm(root, { recursive: true, force: true });
  await fetchPackages(root, recipe, options);
  for (const folder of ['doc', 'man', 'locale', 'info']) {
    await rm(join(root, 'usr/share', folder), { recursive: true, force: true });
  }
  for (const folder of recipe.programs) await wrapPrograms(root, folder, recipe.libraries ?? []);
  await recipe.finish?.(root);
  await writeFile(getCompletionFile(root), '');
}

/** Uses the packages that `prepare/prefetch-stores.mjs` fetched while npm installed. Without them, fetches them now. */
async function fetchPackages(root: string, { packages }: PackageRecipe, options: PackageOptions): Promise<void> {
  const { environment, report: onLine, signal } = options;
  const prefetched = join(getCacheDirectory(environment), `fetched-${packages.join('-')}`);
  if (existsSync(prefetched)) return rename(prefetched, root);
  await mkdir(root, { recursive: true });
  const args = [FETCH_SCRIPT, root, ...packages];
  await runCommand(process.execPath, args, { environment, deadlineMs: FETCH_DEADLINE_MS, signal, onLine });
}

function getCompletionFile(root: string): string {
  return join(root, 'complete');
}

/**
 * Replaces each binary below a folder with a script that runs the binary with the root's dynamic loader and libraries.
 * This machine's libraries may be too old for the binary.
 */
async function wrapPrograms(root: string, folder: string, furtherLibraries: readonly string[]): Promise<void> {
  const { loader, folder: libraries } = getLibraries(root);
  const further = furtherLibraries.map((name) => name.replace('<libraries>', relative(root, libraries)));
  const libraryPath = [libraries, ...further.map((name) => join(root, name))].join(':');
  for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
    const program = join(entry.parentPath, entry.name);
    if (!entry.isFile() || /\.so(\.|$)/.test(entry.name) || !(await isBinary(program))) continue;
    const binary = `${program}.binary`;
    await rename(program, binary);
    const command = [loader, '--library-path', libraryPath].map(quote).join(' ');
    await writeFile(program, `#!/bin/sh\nexec ${command} --argv0 "$0" ${quote(binary)} "$@"\n`);
    await chmod(program, 0o755);
  }
}

/** Returns whether a file is an ELF executable. */
async function isBinary(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { mode } = await handle.stat();
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return (mode & 0o111) !== 0 && buffer.toString('latin1') === '\x7fELF';
  } finally {
    await handle.close();
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
