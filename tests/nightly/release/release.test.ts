import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { makeRelease, planRelease, ReleaseRefused } from '../../release/release.js';
import { createRepository, type TemporaryRepository } from '../../release/temporary-repository.js';

describe('A release', () => {
  let repository: TemporaryRepository;
  let breaks: string[];
  let comparedWith: string[];

  beforeEach(() => {
    repository = createRepository();
    [breaks, comparedWith] = [[], []];
    const version = '0.1.0';
    const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
    const packages = { '': { version }, 'services/team': { version }, 'node_modules/chai': { version: '6.3.0' } };
    repository.write('package.json', json({ name: 'plotline', version, private: true }));
    repository.write('services/team/package.json', json({ name: '@plotline/team', version }));
    repository.write('package-lock.json', json({ name: 'plotline', version, packages }));
    repository.write('deploy/helm/Chart.yaml', `name: plotline\nversion: ${version}\nappVersion: ${version}\n`);
    const base = repository.commit('Before any convention');
    repository.write('.release.json', json({ branch: 'main', conventionalSince: base }));
    repository.commit('feat(team): list agents by team');
  });
  afterEach(() => repository.remove());

  const read = (path: string) => readFileSync(join(repository.folder, path), 'utf8');
  const plan = (asked: string) =>
    planRelease({
      checkout: repository.folder,
      asked,
      date: '2026-11-28',
      findBreaks: async (tag) => {
        comparedWith.push(tag);
        return breaks;
      },
    });
  async function release(asked: string): Promise<void> {
    await makeRelease(await plan(asked));
  }
  async function reasons(asked: string): Promise<string> {
    const head = repository.git('rev-parse', 'HEAD');
    const error = await plan(asked).then(
      () => undefined,
      (refusal: unknown) => refusal,
    );
    expect(error).to.be.instanceOf(ReleaseRefused);
    expect(repository.git('rev-parse', 'HEAD')).to.equal(head);
    return String(error);
  }

  it('is one commit with an annotated tag, and pushes nothing', async () => {
    await release('minor');
    expect(repository.git('log', '-1', '--format=%s')).to.equal('chore(release): v0.2.0');
    expect(repository.git('rev-parse', 'v0.2.0^{commit}')).to.equal(repository.git('rev-parse', 'HEAD'));
    expect(repository.git('cat-file', '-t', 'v0.2.0')).to.equal('tag');
    expect(repository.git('tag', '--list', '--format=%(contents)', 'v0.2.0')).to.include('## v0.2.0 (2026-11-28)');
    expect(repository.git('status', '--porcelain')).to.equal('');
  });

  it("has its version in every package.json, the lock file and the chart, and leaves other packages' versions unchanged", async () => {
    await release('0.2.0');
    for (const path of ['package.json', 'services/team/package.json']) {
      expect(JSON.parse(read(path))).to.include({ version: '0.2.0' });
    }
    const { version, packages } = JSON.parse(read('package-lock.json'));
    expect(version).to.equal('0.2.0');
    expect(packages['']).to.deep.equal({ version: '0.2.0' });
    expect(packages['services/team']).to.deep.equal({ version: '0.2.0' });
    expect(read('deploy/helm/Chart.yaml')).to.equal('name: plotline\nversion: 0.2.0\nappVersion: 0.2.0\n');
    expect(packages['node_modules/chai']).to.deep.equal({ version: '6.3.0' });
    expect(repository.git('show', '--format=', '--numstat', 'HEAD')).to.include('1\t1\tpackage.json');
  });

  it('lists its commits in the change log: since the base for the first release, and since the last tag for later ones', async () => {
    await release('minor');
    const base = repository.git('rev-list', '--max-parents=0', 'HEAD').slice(0, 8);
    expect(read('.github/CHANGELOG.md')).to.match(
      new RegExp(
        `\\n\\nThe first release with a change log\\. Commits up to ${base} are not listed\\.\\n\\n### Features`,
      ),
    );
    repository.commit('fix: keep totals');
    await release('patch');
    const [, newest = '', first = ''] = read('.github/CHANGELOG.md').split(/^(?=## )/m);
    expect(newest).to.match(/^## v0\.2\.1 \(2026-11-28\)\n\n### Fixes\n\n- keep totals \(\w{8}\)\n\n$/);
    expect(first).to.include('list agents by team').and.not.include('keep totals');
    expect(comparedWith).to.deep.equal(['v0.2.0']);
  });

  it('can be planned without changing anything', async () => {
    const { tag, entry } = await plan('minor');
    expect(tag).to.equal('v0.2.0');
    expect(entry).to.include('- **team:** list agents by team');
    expect(repository.git('status', '--porcelain')).to.equal('');
    expect(repository.git('tag')).to.equal('');
  });

  it('is refused while files are changed', async () => {
    repository.write('new', '');
    expect(await reasons('minor')).to.include('Files are changed.');
  });

  it('is refused on another branch and on a detached HEAD', async () => {
    repository.git('switch', '--quiet', '--create', 'topic');
    expect(await reasons('minor')).to.include('The branch is topic. Switch to main.');
    repository.git('switch', '--quiet', '--detach');
    expect(await reasons('minor')).to.include('The branch is none.');
  });

  it("is refused when its tag exists, even outside the branch's history", async () => {
    repository.git('switch', '--quiet', '--create', 'topic');
    repository.commit('fix: elsewhere');
    repository.git('tag', 'v0.2.0');
    repository.git('switch', '--quiet', 'main');
    expect(await reasons('minor')).to.include('The tag v0.2.0 exists.');
  });

  it('is refused when a commit breaks the rules, or when there are no commits', async () => {
    const hash = repository.commit('Keep totals');
    expect(await reasons('minor')).to.include(`${hash.slice(0, 8)} Keep totals`);
    repository.git('tag', 'v0.1.0');
    expect(await reasons('minor')).to.include('There is no commit since v0.1.0.');
  });

  it('is refused when contracts break, unless it is a major release', async () => {
    repository.git('tag', 'v0.1.0');
    repository.commit('feat!: remove a field');
    breaks = ['document api, rule property-removed'];
    expect(await reasons('minor')).to.include('document api, rule property-removed');
    expect(await plan('major')).to.include({ tag: 'v1.0.0' });
  });

  for (const asked of ['0.1.0', '0.0.9', 'v0.2.0', '1.2', 'bigger']) {
    it(`is refused for the version ${asked}`, async () => {
      const message = await plan(asked).catch((error: unknown) => String(error));
      expect(message).to.match(/must be a version such as 1\.2\.3|must be above the current version, 0\.1\.0/);
    });
  }

  it('undoes its changes when the commit fails', async () => {
    repository.write('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n');
    repository.git('config', 'core.hooksPath', '.git/hooks');
    chmodSync(join(repository.folder, '.git/hooks/pre-commit'), 0o755);
    const error = await release('minor').catch((refusal: unknown) => refusal);
    expect(error).to.be.instanceOf(Error);
    expect(repository.git('status', '--porcelain')).to.equal('');
    expect(JSON.parse(read('package.json'))).to.include({ version: '0.1.0' });
  });
});
