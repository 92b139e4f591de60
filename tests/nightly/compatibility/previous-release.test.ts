import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { findPreviousRelease } from '../../compatibility/previous-release.js';

const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];

describe('the release that a checkout is compared with', () => {
  let folder: string;
  let checkout: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plotline-checkout-'));
    checkout = join(folder, 'checkout');
    execFileSync('git', ['init', '--quiet', '--initial-branch=main', checkout]);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', checkout, ...author, ...args], { encoding: 'utf8' }).trim();
  const change = (content: string): void => writeFileSync(join(checkout, 'file'), content);
  function commit(content: string): string {
    change(content);
    git('add', 'file');
    git('commit', '--quiet', '--message', content);
    return git('rev-parse', 'HEAD');
  }
  const find = async (of = checkout) => (await findPreviousRelease(of))?.commit;

  it('is the newest tag v1.2.3 in its history, by version', async () => {
    commit('first');
    git('tag', 'v1.9.0');
    const newest = commit('second');
    git('tag', '--annotate', '--message', 'newest', 'v1.10.0');
    commit('third');
    git('tag', 'vacation');
    git('switch', '--quiet', '--create', 'elsewhere');
    commit('fourth');
    git('tag', 'v2.0.0');
    git('switch', '--quiet', 'main');
    change('not committed');
    expect(await findPreviousRelease(checkout)).to.deep.equal({ commit: newest, name: 'v1.10.0' });
  });

  it('is the previous release while an unchanged release is checked out, and that release once files are changed', async () => {
    const before = commit('first');
    git('tag', 'v1.0.0');
    const last = commit('second');
    git('tag', 'v1.1.0');
    expect(await find()).to.equal(before);
    change('not committed');
    expect(await find()).to.equal(last);
  });

  it('is the last merged commit if there is no tag, and not the checkout', async () => {
    const first = commit('first');
    const second = commit('second');
    expect(await find()).to.equal(first);
    change('not committed');
    expect(await find()).to.equal(second);
  });

  it('is the fork point from the followed branch or main, on a branch without a tag', async () => {
    const landed = commit('first');
    git('switch', '--quiet', '--create', 'branch');
    commit('second');
    commit('third');
    expect(await find()).to.equal(landed);
    const clone = join(folder, 'clone');
    git('switch', '--quiet', 'main');
    execFileSync('git', ['clone', '--quiet', checkout, clone]);
    execFileSync('git', ['-C', clone, 'switch', '--quiet', 'branch']);
    expect(await find(clone)).to.equal(landed);
  });

  it('is the only commit in a clone with a single commit, and is reported as such', async () => {
    commit('first');
    git('tag', 'v1.0.0');
    const last = commit('second');
    const clone = join(folder, 'clone');
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${checkout}`, clone]);
    const release = await findPreviousRelease(clone);
    expect(release).to.deep.equal({
      commit: last,
      name: `${last.slice(0, 8)} (itself, because the clone has no other release)`,
    });
  });

  it('is undefined if there is no commit', async () => {
    expect(await findPreviousRelease(checkout)).to.equal(undefined);
    expect(await findPreviousRelease(folder)).to.equal(undefined);
  });
});
