import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'vite';
import { compressAssets } from './compress-assets.mjs';
import { computeFingerprint, isUpToDate, writeFingerprint } from './fingerprint.mjs';
import { generateColours } from './generate-colours.mjs';
import { generateTypes } from './generate-types.mjs';

const unit = join(import.meta.dirname, '..');

/** Checks the types and writes the declarations that the tests import. */
function compile() {
  const tsc = join(unit, '..', '..', 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [tsc, '--build', unit], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

generateColours(join(unit, 'gen'));
await generateTypes(join(unit, 'gen'));
if (!process.argv.includes('--no-check')) compile();
const app = join(unit, 'dist', 'app');
const fingerprint = computeFingerprint(unit, [
  'src',
  'gen/contract-events.ts',
  'gen/contract-scopes.ts',
  'gen/colours.css',
  'index.html',
  'build/build.mjs',
  'build/compress-assets.mjs',
  'build/shared-chunk.mjs',
  'vite.config.mjs',
  'package.json',
  '../../package-lock.json',
]);
if (!isUpToDate(app, fingerprint)) {
  await build({ configFile: join(unit, 'vite.config.mjs') });
  await compressAssets(join(app, 'assets'));
  writeFingerprint(app, fingerprint);
}
