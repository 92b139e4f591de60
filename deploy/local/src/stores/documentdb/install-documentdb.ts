import { chown, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageRecipe } from '../debian/package-root.js';
import { runCommand } from '../debian/run-command.js';
import { listExtensionSettings } from './server-settings.js';

const TEMPLATE_DEADLINE_MS = 120_000;
/** User and group `nobody`. PostgreSQL refuses to run as root, so it runs as `nobody` when the launcher is root. */
const NOBODY = 65_534;

const EXTENSIONS = `
CREATE EXTENSION documentdb CASCADE;
CREATE EXTENSION documentdb_extended_rum;
-- Indexes are only built while the client waits; the two jobs for the others would wake the machine every second.
DELETE FROM cron.job WHERE command LIKE '%build_index_concurrently%';
`;

const SETTINGS = [
  ...listExtensionSettings(),
  "listen_addresses = ''",
  'dynamic_shared_memory_type = mmap',
  'fsync = off',
];

/** PostgreSQL 18 with DocumentDB, and a template of an empty database. */
export const documentdbRecipe: PackageRecipe = {
  name: 'documentdb',
  packages: ['postgresql-18-documentdb'],
  programs: ['usr/lib/postgresql/18/bin'],
  libraries: ['<libraries>/blas', '<libraries>/lapack', 'usr/lib/postgresql/18/lib'],
  async finish(root) {
    const extensions = join(root, 'usr/share/postgresql/18/extension');
    // The package would make this link with update-alternatives.
    await symlink('postgis-3.control', join(extensions, 'postgis.control'));
    await createTemplate(root);
  },
};

/** Returns the data directory that contains only an installed DocumentDB. Each new data directory is a copy of it. */
export function getTemplateFolder(root: string): string {
  return join(root, 'var/lib/postgresql/template');
}

/** Builds the command and arguments that run a program of PostgreSQL, as `nobody` when the launcher is root. */
export function buildPostgresCommand(
  root: string,
  program: 'postgres' | 'initdb',
  args: readonly string[],
): { readonly command: string; readonly args: readonly string[] } {
  const file = join(root, 'usr/lib/postgresql/18/bin', program);
  if (process.getuid?.() !== 0) return { command: file, args };
  // The checkout and the cache may be open only to root, as in /root. So the program keeps this one capability. The
  // secure bit makes access(2) respect it, too.
  const privileges = [
    `--reuid=${NOBODY}`,
    `--regid=${NOBODY}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    '--bounding-set=-all,+dac_override',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
  ];
  return { command: 'setpriv', args: [...privileges, file, ...args] };
}

async function createTemplate(root: string): Promise<void> {
  const template = getTemplateFolder(root);
  const extensions = join(root, 'extensions.sql');
  const options = {
    environment: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' },
    deadlineMs: TEMPLATE_DEADLINE_MS,
  };
  await mkdir(template, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) await chown(template, NOBODY, NOBODY);
  const cluster = ['--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  const initdb = buildPostgresCommand(root, 'initdb', [`--pgdata=${template}`, ...cluster]);
  await runCommand(initdb.command, initdb.args, options);
  await writeFile(join(template, 'postgresql.conf'), `${SETTINGS.join('\n')}\n`);
  await writeFile(extensions, EXTENSIONS);
  const postgres = buildPostgresCommand(root, 'postgres', [
    '--single',
    '-c',
    'exit_on_error=on',
    '-D',
    template,
    'postgres',
  ]);
  await runCommand(postgres.command, postgres.args, { ...options, inputFile: extensions });
}
