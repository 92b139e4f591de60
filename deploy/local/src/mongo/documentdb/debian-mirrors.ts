import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const DEADLINE_MS = 10_000;

/** Mirrors of Debian's main archive that this machine's apt uses; none on a machine of another distribution. */
export async function debianMirrors(environment: NodeJS.ProcessEnv): Promise<string[]> {
  const args = ['indextargets', '--format', '$(ORIGIN)|$(LABEL)|$(REPO_URI)', 'Created-By: Packages'];
  const output = await run('apt-get', args, { env: environment, timeout: DEADLINE_MS }).then(
    ({ stdout }) => stdout,
    () => '',
  );
  const mirrors = output
    .split('\n')
    .map((line) => line.split('|'))
    .filter(([origin, label]) => origin === 'Debian' && label === 'Debian')
    .flatMap(([, , address]) => address ?? []);
  return [...new Set(mirrors)];
}
