import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { obtainPackageRoot } from '@plotline/local/stores/debian/package-root';
import { runCommand } from '@plotline/local/stores/debian/run-command';

const installDeadlineMs = 5 * 60_000;
/** The same major version as the one that comes with Node 24. */
const npm = 'npm@11';
const users = 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n';
const groups = 'root:x:0:\nnode:x:1000:\n';

/** Packages of the official image `node:…-slim` that the Dockerfile and the programs use. */
const packages = ['base-files', 'coreutils', 'dash', 'findutils', 'grep', 'sed', 'util-linux', 'libstdc++6'];

/**
 * Returns a root folder in place of the official image `node:<version>-<release>-slim`: that version of Node and its
 * npm from the npm registry, on packages of Debian `forky`. It is made once for each machine.
 */
export function obtainBaseImage(image: string, report: (line: string) => void): Promise<string> {
  const [, version] = /^node:(\d+\.\d+\.\d+)-\w+-slim$/.exec(image) ?? [];
  if (version === undefined) throw new Error(`This test can't stand in for the image ${image}.`);
  const recipe = {
    name: `node-image-${version}`,
    packages,
    programs: [],
    finish: (root: string) => finish(root, version, report),
  };
  return obtainPackageRoot(recipe, { environment: process.env, report });
}

async function finish(root: string, version: string, report: (line: string) => void): Promise<void> {
  for (const folder of ['dev', 'proc', 'run', 'tmp', 'root', 'home/node', 'etc/ssl/certs', 'usr/local/bin']) {
    await mkdir(join(root, folder), { recursive: true });
  }
  await chmod(join(root, 'tmp'), 0o1777);
  for (const folder of ['bin', 'sbin', 'lib', 'lib64']) {
    if (!existsSync(join(root, folder))) await symlink(`usr/${folder}`, join(root, folder));
  }
  if (!existsSync(join(root, 'usr/bin/sh'))) await symlink('dash', join(root, 'usr/bin/sh'));
  await writeFile(join(root, 'etc/passwd'), users);
  await writeFile(join(root, 'etc/group'), groups);
  await writeFile(join(root, 'etc/nsswitch.conf'), 'hosts: files dns\n');
  // Docker mounts these files.
  for (const name of ['hosts', 'hostname', 'resolv.conf']) await writeFile(join(root, 'etc', name), '');
  await installNode(root, version, report);
}

/** Installs Node and npm where the official image has them. */
async function installNode(root: string, version: string, report: (line: string) => void): Promise<void> {
  const local = join(root, 'usr/local');
  const node = `node-linux-${process.arch}`;
  const options = ['--global', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', local];
  report(`installing Node ${version} from npm (once for this machine)`);
  await runCommand('npm', ['install', ...options, `${node}@${version}`, npm], {
    environment: process.env,
    deadlineMs: installDeadlineMs,
  });
  const modules = join(local, 'lib/node_modules');
  await rm(join(local, 'bin/node'), { force: true });
  await copyFile(join(modules, node, 'bin/node'), join(local, 'bin/node'));
  await rm(join(modules, node), { recursive: true });
}
