import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Ports } from '../supervise/ports.js';

/**
 * Serves the dashboard from source with Vite until a signal. Vite replaces changed modules in the open page and proxies
 * the page's requests to the running system.
 * @throws Error when Vite fails.
 */
export async function serveDashboard(
  checkout: string,
  ports: Ports,
  environment: NodeJS.ProcessEnv,
  requested: Promise<string>,
): Promise<void> {
  const folder = join(checkout, 'services', 'dashboard');
  const vite = join(
    dirname(createRequire(join(folder, 'package.json')).resolve('vite/package.json')),
    'bin',
    'vite.js',
  );
  console.log(`Sign in at http://localhost:${ports.auth}/ before you open the page below.`);
  const child = spawn(process.execPath, [vite, '--logLevel', 'info'], {
    cwd: folder,
    env: { ...environment, PLOTLINE_AUTH_PORT: String(ports.auth) },
    stdio: 'inherit',
  });
  let isStopped = false;
  void requested.then(() => {
    isStopped = true;
    child.kill('SIGTERM');
  });
  const [code]: unknown[] = await once(child, 'exit');
  if (!isStopped) throw new Error(`Vite ended with exit code ${code}.`);
}
