import { setTimeout as delay } from 'node:timers/promises';
import { preventServiceStarts } from './prevent-service-starts.js';
import { runCommand } from './run-command.js';

const INSTALL_DEADLINE_MS = 10 * 60_000;
const UPDATE_DEADLINE_MS = 3 * 60_000;

/**
 * Installs Debian packages without a question, in one apt-get call; the services that they bring are neither started nor
 * enabled. Package lists are fetched only when the installation fails without.
 * @throws Error with apt-get's last lines.
 */
export async function installDebianPackages(
  packages: readonly string[],
  report: (line: string) => void,
): Promise<void> {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', NEEDRESTART_MODE: 'l', LC_ALL: 'C.UTF-8' };
  const aptGet = (args: readonly string[], deadlineMs: number) =>
    runCommand('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-q', '-y', ...args], { environment, deadlineMs });
  const install = () => aptGet(['install', '--no-install-recommends', ...packages], INSTALL_DEADLINE_MS);

  report(`apt-get install ${packages.join(' ')}`);
  const allowServiceStarts = await preventServiceStarts(packages);
  try {
    await install().catch(async () => {
      report('apt-get update (the package lists are missing or old)');
      await updateLists(() => aptGet(['update'], UPDATE_DEADLINE_MS));
      await install();
    });
  } finally {
    await allowServiceStarts();
  }
}

/** DPkg::Lock::Timeout does not hold for the lock of the lists, so another apt-get at work is waited for here. */
async function updateLists(update: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await update();
    } catch (error) {
      const locked = error instanceof Error && error.message.includes('Could not get lock');
      if (!locked || attempt === 60) throw error;
      await delay(2_000);
    }
  }
}
