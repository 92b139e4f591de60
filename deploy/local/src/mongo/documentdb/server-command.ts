import { type RootLayout, SERVER_USER_ID } from './root-layout.js';

/** Command and arguments that run the root's PostgreSQL on a data folder, in the place of the process that runs them. */
export function serverCommand(layout: RootLayout, data: string): { command: string; args: string[] } {
  return {
    command: 'setpriv',
    args: [
      `--reuid=${SERVER_USER_ID}`,
      `--regid=${SERVER_USER_ID}`,
      '--clear-groups',
      // PostgreSQL refuses to be root, and the checkout and the cache may lie where only root can enter (/root). This
      // capability, and no other, stays with it; the secure bit makes access(2) honour it too.
      '--securebits=+no_setuid_fixup',
      '--bounding-set=-all,+dac_override',
      '--inh-caps=-all,+dac_override',
      '--ambient-caps=-all,+dac_override',
      layout.loader,
      '--library-path',
      layout.libraryPath,
      layout.server,
      '-D',
      data,
    ],
  };
}
