import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];

/** A git repository for a test, on the branch `main`. */
export interface TemporaryRepository {
  readonly folder: string;
  git(...args: readonly string[]): string;
  write(path: string, content: string): void;
  /** Commits all changes, or an invented change if there are none. Returns the hash. */
  commit(message: string): string;
  remove(): void;
}

export function createRepository(): TemporaryRepository {
  const parent = mkdtempSync(join(tmpdir(), 'plotline-repository-'));
  const folder = join(parent, 'checkout');
  let commits = 0;
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', folder, ...author, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
  const write = (path: string, content: string): void => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', folder]);
  // The release command runs git commit without options of its own.
  for (const [name, value] of [
    ['user.name', 'Ada'],
    ['user.email', 'ada@example.com'],
    ['commit.gpgsign', 'false'],
    ['tag.gpgsign', 'false'],
  ]) {
    git('config', `${name}`, `${value}`);
  }
  return {
    folder,
    git,
    write,
    commit: (message) => {
      commits += 1;
      write('change', `${commits}\n`);
      git('add', '--all');
      git('commit', '--quiet', '--message', message);
      return git('rev-parse', 'HEAD');
    },
    remove: () => rmSync(parent, { recursive: true, force: true }),
  };
}
