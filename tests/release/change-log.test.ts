import { expect } from 'chai';
import { addEntry, writeEntry } from './change-log.js';

const hash = '0123456789abcdef';
const release = { tag: 'v0.2.0', date: '2026-11-28' };
const write = (...messages: readonly string[]) =>
  writeEntry(
    release,
    messages.map((message) => ({ hash, message })),
  );

describe('an entry in the change log', () => {
  it('lists changes that affect users by type, then by scope, with the commit hash', async () => {
    expect(
      await write(
        'fix: keep totals',
        'feat(team): list agents by team',
        'test: cover teams',
        'feat(auth): add passkeys\n\nBody with #35 and @ada.',
        'perf: read once',
        'revert: feat(auth): add a page',
        'chore: update packages',
      ),
    ).to.equal(`## v0.2.0 (2026-11-28)

### Features

- **auth:** add passkeys (01234567)
- **team:** list agents by team (01234567)

### Fixes

- keep totals (01234567)

### Performance

- read once (01234567)

### Reverts

- feat(auth): add a page (01234567)
`);
  });

  it('starts with breaking changes from commits of all types', async () => {
    const body = 'BREAKING CHANGE: deals have no field `total`\nany more.';
    expect(
      await write(`refactor(pipeline): drop totals\n\n${body}`, 'feat!: remove a header'),
    ).to.equal(`## v0.2.0 (2026-11-28)

### Breaking changes

- **pipeline:** deals have no field \`total\` any more.
- remove a header

### Features

- remove a header (01234567)
`);
  });

  it('says so if no changes affect users', async () => {
    expect(await write('test: cover teams')).to.equal('## v0.2.0 (2026-11-28)\n\nUsers notice no change.\n');
  });

  it('can start with a note', async () => {
    const entry = await writeEntry({ ...release, note: 'The first one.' }, [{ hash, message: 'fix: keep totals' }]);
    expect(entry).to.match(/^## v0\.2\.0 \(2026-11-28\)\n\nThe first one\.\n\n### Fixes\n/);
  });
});

describe('The change log', () => {
  it('has the newest entry first', () => {
    const first = addEntry('', '## v0.1.0 (2026-11-01)\n\nOne.\n');
    const log = addEntry(first, '## v0.2.0 (2026-11-28)\n\nTwo.\n');
    expect(first).to.match(/^# Change log\n\n[^#]+\n## v0\.1\.0 \(2026-11-01\)\n\nOne\.\n$/);
    expect(log.slice(log.indexOf('##'))).to.equal('## v0.2.0 (2026-11-28)\n\nTwo.\n\n## v0.1.0 (2026-11-01)\n\nOne.\n');
    expect(log.slice(0, log.indexOf('##'))).to.equal(first.slice(0, first.indexOf('##')));
  });
});
