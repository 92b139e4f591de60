import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The documents that a gateway serves: of the API and of the authorization server. Each is a file `<name>.json`. */
export const documentNames = ['api', 'auth'] as const;
export type DocumentName = (typeof documentNames)[number];

/**
 * Writes the documents of a checkout that is built into a folder. Throws what its gateway says when it refuses its
 * contracts.
 */
export async function writeServedDocuments(checkout: string, folder: string, project?: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const program = join(import.meta.dirname, 'write-documents.ts');
  await run(process.execPath, ['--import', 'tsx', program, checkout, folder], {
    env: { ...process.env, ...(project === undefined ? {} : { TSX_TSCONFIG_PATH: project }) },
  });
}

/** The folders of a release beside which packages are looked up; some need other versions than the root has. */
const units = ['.', 'gateway', 'services/kit', 'tests'];

/**
 * Gives a release that is not built the packages of a checkout that is, and its own sources in place of what would be
 * built.
 */
async function linkPackages(release: string, checkout: string): Promise<string> {
  for (const unit of units) {
    const packages = join(checkout, unit, 'node_modules');
    if (existsSync(packages)) await symlink(packages, join(release, unit, 'node_modules'));
  }
  const sources = (unit: string): readonly string[] => [join(release, unit, 'src', '*')];
  const paths = { '@plotline/gateway/*': sources('gateway'), '@plotline/kit/*': sources('services/kit') };
  const project = join(release, 'tsconfig.sources.json');
  await writeFile(project, JSON.stringify({ extends: './tsconfig.base.json', compilerOptions: { paths } }));
  return project;
}

/**
 * As `writeServedDocuments`, for a release that was unpacked beside a checkout: the release's own gateway merges the
 * release's contracts, so that a change of how they are merged shows, too.
 */
export async function writeReleasedDocuments(release: string, checkout: string, folder: string): Promise<void> {
  await writeServedDocuments(release, folder, await linkPackages(release, checkout));
}
