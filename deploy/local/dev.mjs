import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// `npm run dev` installs and builds nothing, because `npm start` has done both for the running system.
const folder = dirname(fileURLToPath(import.meta.url));
try {
  if (!existsSync(join(folder, 'dist', 'cli', 'dev.js'))) {
    throw new Error('No system runs in this checkout. Start it with `npm start`.');
  }
  const { develop } = await import('./dist/cli/dev.js');
  await develop({ checkout: dirname(dirname(folder)), arguments: process.argv.slice(2), environment: process.env });
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
