import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PROTOS_STAMP = '.plotline-protos';
const DEPLOY_FOLDERS = ['deploy/backup', 'deploy/documentdb-bridge', 'deploy/local', 'deploy/single'];
const SOURCE_FOLDERS = ['protos', 'services', 'gateway', ...DEPLOY_FOLDERS];
const SOURCE_FILES = ['package.json', 'package-lock.json', 'tsconfig.base.json'];
const SOURCE_NAMES = /\.(tsx?|m?js|css|html|svg|proto|json|yaml)$/;
/** Guides are the only Markdown files that are built into pages. */
const GUIDES = join('services', 'docs', 'guides');
const SKIPPED = new Set(['node_modules', 'dist', 'gen']);

/**
 * Returns whether the last complete build used exactly the current sources and still exists.
 * @param {string} checkout
 */
export function isBuilt(checkout) {
  const stamp = stampFile(checkout);
  return (
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === sourceFingerprint(checkout) &&
    packageFolders(checkout).every((folder) => existsSync(join(folder, 'dist')))
  );
}

/**
 * Builds, and records the sources of the build.
 * @param {string} checkout
 * @param {() => Promise<void>} build
 */
export async function buildAndRemember(checkout, build) {
  const fingerprint = sourceFingerprint(checkout);
  rmSync(stampFile(checkout), { force: true });
  removeFormerMigrations(checkout);
  await build();
  writeFileSync(stampFile(checkout), fingerprint);
}

/**
 * Removes compiled migrations whose source was deleted. The compiler keeps them, and a service runs every migration in
 * its folder.
 * @param {string} checkout
 */
function removeFormerMigrations(checkout) {
  for (const folder of packageFolders(checkout)) {
    const [source, compiled] = [join(folder, 'src', 'migrations'), join(folder, 'dist', 'migrations')];
    for (const name of existsSync(compiled) ? readdirSync(compiled) : []) {
      const [base] = name.split('.');
      if (!existsSync(join(source, `${base}.ts`))) rmSync(join(compiled, name));
    }
  }
}

/**
 * Generates the code of the protos, unless it exists and matches the current sources.
 * @param {string} checkout
 * @param {() => Promise<void>} generate
 */
export async function generateWhenStale(checkout, generate) {
  const stamp = join(checkout, 'node_modules', PROTOS_STAMP);
  const fingerprint = fingerprintOf(checkout, ['protos']);
  const isGenerated = existsSync(join(checkout, 'protos', 'gen')) && existsSync(stamp);
  if (isGenerated && readFileSync(stamp, 'utf8') === fingerprint) return;
  rmSync(stamp, { force: true });
  await generate();
  writeFileSync(stamp, fingerprint);
}

/** @param {string} checkout */
function sourceFingerprint(checkout) {
  return fingerprintOf(checkout, SOURCE_FOLDERS);
}

/**
 * Hashes the name, size and time of every source in the given folders, and of the files that each build reads.
 * @param {string} checkout
 * @param {readonly string[]} folders
 */
function fingerprintOf(checkout, folders) {
  const files = [
    ...SOURCE_FILES.map((name) => join(checkout, name)),
    ...folders.flatMap((folder) => sources(join(checkout, folder))),
  ];
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sources(path);
    return SOURCE_NAMES.test(entry.name) || folder.endsWith(GUIDES) ? [path] : [];
  });
}

/**
 * Returns the folders that have their own package. Each compiles to its `dist`.
 * @param {string} checkout
 */
function packageFolders(checkout) {
  const services = readdirSync(join(checkout, 'services')).map((name) => join('services', name));
  return ['protos', 'gateway', ...DEPLOY_FOLDERS, ...services]
    .map((folder) => join(checkout, folder))
    .filter((folder) => existsSync(join(folder, 'package.json')));
}

/**
 * Returns the folders that the compiler builds. The dashboard is bundled instead.
 * @param {string} checkout
 */
export function programFolders(checkout) {
  return packageFolders(checkout).filter((folder) => {
    return existsSync(join(folder, 'tsconfig.json')) && !existsSync(join(folder, 'vite.config.mjs'));
  });
}

/** @param {string} checkout */
function stampFile(checkout) {
  return join(checkout, 'node_modules', '.plotline-build');
}
