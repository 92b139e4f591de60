import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { linkBrokerHome } from '@plotline/local/stores/rabbitmq/broker-home';
import { expect } from 'chai';
import { temporaryDirectory } from '../../stubs/temporary-directory.js';

describe('linkBrokerHome', () => {
  const directory = temporaryDirectory();
  const applications = {
    'rabbit-4.3.6': "kernel,stdlib,ra,\n  'cowlib'",
    'ra-3.1.10': 'kernel,gen_batch_server',
    'gen_batch_server-0.10.0': 'kernel',
    'cowlib-2.20.0': 'crypto',
    'rabbitmq_management-4.3.6': 'rabbit,cowboy',
    'cowboy-2.19.0': 'cowlib',
  };

  /** Installs a server whose applications depend on others. Resolves to the server's folder. */
  async function install(name: string, installed: Readonly<Record<string, string>>): Promise<string> {
    const [installation, bin] = [join(directory, name, 'lib'), join(directory, name, 'bin')];
    for (const folder of [join(installation, 'sbin'), bin]) await mkdir(folder, { recursive: true });
    await writeFile(join(installation, 'sbin/rabbitmq-server'), '');
    await symlink('../lib/sbin/rabbitmq-server', join(bin, 'rabbitmq-server'));
    for (const [folder, needed] of Object.entries(installed)) {
      const [application = ''] = folder.split('-');
      await mkdir(join(installation, 'plugins', folder, 'ebin'), { recursive: true });
      const description = `{application, ${application}, [\n  {applications, [${needed}]},\n  {env, []}]}.\n`;
      await writeFile(join(installation, 'plugins', folder, 'ebin', `${application}.app`), description);
    }
    return join(bin, 'rabbitmq-server');
  }

  it('contains everything that the broker needs, and no plugins', async () => {
    const [server, home] = [await install('folders', applications), join(directory, 'home')];
    // The second start replaces an existing home, as after an upgrade.
    for (let start = 0; start < 2; start += 1) {
      expect(await linkBrokerHome(server, home)).to.equal(true);
      expect(await readdir(join(home, 'plugins'))).to.have.members([
        'rabbit-4.3.6',
        'ra-3.1.10',
        'gen_batch_server-0.10.0',
        'cowlib-2.20.0',
      ]);
      expect(await readdir(join(home, 'plugins/ra-3.1.10/ebin'))).to.deep.equal(['ra.app']);
    }
  });

  it('is not created when the applications are elsewhere or packed in archives', async () => {
    const packed = await install('archives', applications);
    await writeFile(join(directory, 'archives/lib/plugins/ranch-2.3.0.ez'), '');
    for (const server of [packed, await install('elsewhere', {})]) {
      expect(await linkBrokerHome(server, join(directory, 'none'))).to.equal(false);
    }
  });
});
