import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Documents that a gateway serves, for the API and for the authorization server. Each is a file `<name>.json`. */
export const documentNames = ['api', 'auth'] as const;
export type DocumentName = (typeof documentNames)[number];

/**
 * Writes the documents of a built checkout to a folder. If its gateway refuses the contracts, throws an error with the
 * gateway's message.
 */
export async function writeServedDocuments(checkout: string, folder: string, project?: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const program = join(import.meta.dirname, 'write-documents.ts');
  await run(process.execPath, ['--import', 'tsx', program, checkout, folder], {
    env: { ...process.env, ...(project === undefined ? {} : { TSX_TSCONFIG_PATH: project }) },
  });
}

/** Folders of a release in which packages are looked up. Some need different versions from the root's. */
const units = ['.', 'gateway', 'services/kit', 'tests'];

/**
 * Links the packages of a built checkout into an unbuilt release. Links the release's own sources in place of build
 * outputs.
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
 * Writes the documents of a release that was unpacked beside a checkout. The release's own gateway merges the
 * contracts, so that changes to the merging are also found.
 */
export async function writeReleasedDocuments(release: string, checkout: string, folder: string): Promise<void> {
  await writeServedDocuments(release, folder, await linkPackages(release, checkout));
}
