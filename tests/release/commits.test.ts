import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkCommits, findMessageFaults, listCommits } from './commits.js';
import { createRepository, type TemporaryRepository } from './temporary-repository.js';

async function findFaults(message: string): Promise<string> {
  return (await findMessageFaults([{ hash: '0123456789abcdef', message }])).join('\n');
}

describe('A commit message', () => {
  const long = 'x'.repeat(80);
  const accepted = {
    'a type and a subject': 'fix: keep lead totals when compaction creates the head',
    'a scope and the mark of a breaking change': 'feat(gateway)!: remove the header X-Total',
    'a body and a trailer that is long': `feat: add a page\n\nBecause it was missing.\n\nCo-authored-by: ${long} <ada@example.com>`,
    'a long line that has a URL': `docs: link the guide\n\nSee https://example.com/${long}.`,
    'a subject of 72 characters': `fix: ${'x'.repeat(67)}`,
  };
  for (const [what, message] of Object.entries(accepted)) {
    it(`may have ${what}`, async () => expect(await findFaults(message)).to.equal(''));
  }

  const refused = {
    'has no type': ['Say what of a digest is planned already', 'type-empty'],
    'has an unknown type': ['feature: add a page', 'type-enum'],
    'has a subject of more than 72 characters': [`fix: ${'x'.repeat(68)}`, 'header-max-length'],
    'ends its subject with a full stop': ['fix: keep totals.', 'subject-full-stop'],
    'begins its subject with a capital': ['fix: Keep totals', 'subject-case'],
    'has a body without a blank line before it': ['fix: keep totals\nBecause they went.', 'body-leading-blank'],
    'has a line of more than 72 characters in its body': [`fix: keep totals\n\n${long}`, 'body-wrapped'],
    'is a fixup': ['fixup! fix: keep totals', 'type-enum|type-empty'],
  };
  for (const [what, [message = '', rule = '']] of Object.entries(refused)) {
    it(`is refused when it ${what}, and the error has its hash, subject and rule`, async () => {
      const faults = await findFaults(message);
      expect(faults).to.match(/^01234567 /);
      expect(faults).to.include(message.split('\n')[0]);
      expect(faults).to.match(new RegExp(`\\((${rule})\\)`));
    });
  }
});

describe('The checked commits', () => {
  let repository: TemporaryRepository;
  let base: string;
  beforeEach(() => {
    repository = createRepository();
    base = repository.commit('Before any convention');
  });
  afterEach(() => repository.remove());

  const list = async (folder = repository.folder) => {
    const { since, commits } = await listCommits(folder, base);
    return { since, subjects: commits?.map(({ message }) => message) };
  };

  it('start after the base if no release is tagged, and exclude merges', async () => {
    repository.git('switch', '--quiet', '--create', 'branch');
    repository.commit('feat: one');
    repository.git('switch', '--quiet', 'main');
    repository.git('merge', '--quiet', '--no-ff', '--message', 'Merge branch', 'branch');
    expect(await list()).to.deep.equal({ since: base.slice(0, 8), subjects: ['feat: one'] });
  });

  it('start after the last tag if there is one', async () => {
    repository.commit('feat: one');
    repository.git('tag', 'v0.2.0');
    repository.commit('fix: two\n\nBody.');
    expect(await list()).to.deep.equal({ since: 'v0.2.0', subjects: ['fix: two\n\nBody.'] });
  });

  function writeSettings(): void {
    repository.write('.release.json', JSON.stringify({ branch: 'main', conventionalSince: base }));
  }

  it('are unknown in a shallow clone without the base, and the check reports that', async () => {
    writeSettings();
    repository.commit('Not conventional');
    const clone = join(repository.folder, '..', 'clone');
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${repository.folder}`, clone]);
    const summary = `commits not checked: the clone does not reach back to ${base.slice(0, 8)}`;
    expect(await checkCommits(clone)).to.deep.equal({ faults: [], summary });
  });

  it('are reported by the check if they break a rule', async () => {
    writeSettings();
    const hash = repository.commit('Not conventional');
    const { faults, summary } = await checkCommits(repository.folder);
    expect(faults.join('\n')).to.include(`${hash.slice(0, 8)} Not conventional\n    `);
    expect(summary).to.equal(`commits checked: 1 since ${base.slice(0, 8)}`);
  });

  it('are missing if there is no history, and the check reports that', async () => {
    rmSync(join(repository.folder, '.git'), { recursive: true });
    const summary = 'commits not checked: there is no history';
    expect(await checkCommits(repository.folder)).to.deep.equal({ faults: [], summary });
  });
});
