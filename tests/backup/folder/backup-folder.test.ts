import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupFolder } from '@plotline/backup/folder/backup-folder';
import { expect } from 'chai';
import { useTemporaryFolder } from './temporary-folder.js';

const startedAt = new Date('2026-03-01T09:30:00Z');
const name = 'plotline-20260301T093000Z';

describe('a backup folder', () => {
  const path = useTemporaryFolder();
  const folder = () => new BackupFolder(path());

  it('shows a backup only once it is complete', async () => {
    let seenMeanwhile: unknown;
    const created = await folder().create(startedAt, async (target) => {
      await writeFile(join(target, 'a'), 'a');
      seenMeanwhile = await folder().list();
    });
    expect(seenMeanwhile).to.deep.equal([]);
    expect(created).to.equal(name);
    expect(await folder().list()).to.deep.equal([{ name, startedAt }]);
  });

  it('keeps nothing from a backup that failed', async () => {
    const failed = folder().create(startedAt, async (target) => {
      await writeFile(join(target, 'a'), 'a');
      throw new Error('the disk is full');
    });
    expect(await failed.catch(({ message }) => message)).to.equal('the disk is full');
    expect(await readdir(path())).to.deep.equal([]);
  });

  it('removes leftovers of ended processes after a day, and nothing that it did not create', async () => {
    const now = new Date();
    const old = new Date(now.getTime() - 25 * 3_600_000);
    const others = ['.unfinished-other', 'mine', '.removed-', 'plotline-notes'];
    const abandoned = [`.unfinished-${name}`, `.removed-${name}`];
    const running = '.unfinished-plotline-20260301T093001Z';
    for (const one of [...others, ...abandoned, running]) await mkdir(join(path(), one));
    for (const one of [...others, ...abandoned]) await utimes(join(path(), one), old, old);
    await folder().removeAbandoned(now);
    expect(await readdir(path())).to.have.members([...others, running]);
  });

  it('removes a backup', async () => {
    await folder().create(startedAt, (target) => writeFile(join(target, 'a'), 'a'));
    await folder().remove(name);
    expect(await readdir(path())).to.deep.equal([]);
  });
});
