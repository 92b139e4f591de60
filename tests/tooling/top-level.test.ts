import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';

const named = [
  'LICENSE',
  'README.md',
  'deploy',
  'docker-compose.yml',
  'gateway',
  'package-lock.json',
  'package.json',
  'protos',
  'services',
  'tests',
  'tsconfig.base.json',
];

describe('The top level of the repository', () => {
  it('contains only dotfiles and the files of the layout, and no generated leftovers', () => {
    const options = { cwd: join(import.meta.dirname, '..', '..'), encoding: 'utf8' } as const;
    const paths = execFileSync('git', ['ls-files'], options).trim().split('\n');
    const entries = new Set(paths.map((path) => path.replace(/\/.*/, '')).filter((name) => !name.startsWith('.')));
    expect([...entries].toSorted()).to.deep.equal(named);
  });
});
