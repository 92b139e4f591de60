import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files of Plotline itself in an image: those outside of installed packages, relative to /plotline. */
export function listOwnFiles(root: string): string[] {
  const list = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : list(path);
      return [path];
    });
  return list('plotline').map((path) => path.replace('plotline/', ''));
}

/** Names of the installed packages, in any folder. */
export function listPackages(root: string): string[] {
  const find = ['-path', '*/node_modules/*', '-name', 'package.json', '-printf', '%h\\n'];
  const folders = execFileSync('find', [join(root, 'plotline'), ...find], { encoding: 'utf8', maxBuffer: 64 << 20 });
  const names = folders.split('\n').map((folder) => /.*\/node_modules\/((@[^/]+\/)?[^/]+)$/.exec(folder)?.[1] ?? '');
  return [...new Set(names)].filter((name) => name !== '').sort();
}

/** Size of a folder on disk, in MB. */
export function measureFolder(folder: string): number {
  const [kibibytes = ''] = execFileSync('du', ['--summarize', '--block-size=1K', folder], { encoding: 'utf8' }).split(
    '\t',
  );
  return Math.round((Number(kibibytes) * 1_024) / 1_000_000);
}
