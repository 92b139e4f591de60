import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyFiles, restoreFiles } from '@plotline/backup/folder/copy-files';
import { expect } from 'chai';
import { useTemporaryFolder } from './temporary-folder.js';

describe('copies of files', () => {
  const root = useTemporaryFolder();
  const pathOf = (...names: readonly string[]) => join(root(), ...names);

  beforeEach(async () => {
    await mkdir(pathOf('files'));
    await writeFile(pathOf('files', 'one'), 'first');
    await writeFile(pathOf('files', 'two'), 'second');
    await writeFile(pathOf('files', '.unfinished-three'), 'thi');
    await chmod(pathOf('files', 'one'), 0o644);
  });

  it('leave out incomplete files, and can be read only by their owner', async () => {
    const result = await copyFiles(pathOf('files'), pathOf('copy'), undefined);
    expect(result).to.deep.equal({ count: 2, bytes: 11, linked: [] });
    expect(await readdir(pathOf('copy'))).to.have.members(['one', 'two']);
    expect((await stat(pathOf('copy', 'one'))).mode & 0o777).to.equal(0o600);
  });

  it('share disk space with the same file in the previous backup, and outlive that backup', async () => {
    await copyFiles(pathOf('files'), pathOf('first'), undefined);
    await writeFile(pathOf('files', 'two'), 'changed');
    const result = await copyFiles(pathOf('files'), pathOf('second'), pathOf('first'));
    expect(result).to.deep.equal({ count: 2, bytes: 12, linked: ['one'] });
    expect((await stat(pathOf('second', 'one'))).ino).to.equal((await stat(pathOf('first', 'one'))).ino);
    expect(await readFile(pathOf('first', 'two'), 'utf8')).to.equal('second');
    expect(await readFile(pathOf('second', 'two'), 'utf8')).to.equal('changed');
    await rm(pathOf('first'), { recursive: true });
    expect(await readFile(pathOf('second', 'one'), 'utf8')).to.equal('first');
  });

  it('restore missing files, and change no other files', async () => {
    await copyFiles(pathOf('files'), pathOf('copy'), undefined);
    await rm(pathOf('files', 'one'));
    await writeFile(pathOf('files', 'four'), 'fourth');
    expect(await restoreFiles(pathOf('copy'), pathOf('files'))).to.equal(1);
    expect(await readFile(pathOf('files', 'one'), 'utf8')).to.equal('first');
    expect(await readdir(pathOf('files'))).to.include.members(['four', 'two']);
    // A restored file is a copy, so that it remains when the backup is removed.
    expect((await stat(pathOf('files', 'one'))).nlink).to.equal(1);
  });
});
