import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { runCommand } from './run-command.js';

const POLICY_FILE = '/usr/sbin/policy-rc.d';
const DISABLE_DEADLINE_MS = 30_000;

/**
 * Keeps Debian packages that are about to be installed from starting their services: the launcher runs private instances,
 * and the machine's owner asked for no other. Call the returned function when the installation is over.
 */
export async function preventServiceStarts(packages: readonly string[]): Promise<() => Promise<void>> {
  const isOurs = await writeFile(POLICY_FILE, '#!/bin/sh\nexit 101\n', { mode: 0o755, flag: 'wx' }).then(
    () => true,
    () => false,
  );
  return async () => {
    if (isOurs) await rm(POLICY_FILE, { force: true });
    if (!existsSync('/run/systemd/system')) return;
    for (const service of packages.filter((name) => existsSync(`/lib/systemd/system/${name}.service`))) {
      const options = { environment: process.env, deadlineMs: DISABLE_DEADLINE_MS };
      await runCommand('systemctl', ['disable', `${service}.service`], options).catch(() => undefined);
    }
  };
}
