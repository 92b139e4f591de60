import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checksumFile, findDamagedFiles, readChecksums, writeChecksums } from '@plotline/backup/folder/checksums';
import { expect } from 'chai';
import { useTemporaryFolder } from './temporary-folder.js';

describe('checksums of a backup', () => {
  const folder = useTemporaryFolder();
  const pathOf = (name: string) => join(folder(), name);

  beforeEach(async () => {
    await mkdir(pathOf('files'));
    for (const name of ['manifest.json', 'files/one', 'files/two']) await writeFile(pathOf(name), name);
    await writeChecksums(folder(), new Map());
  });

  it('can be read only by their owner, and by sha256sum', async () => {
    expect((await stat(pathOf(checksumFile))).mode & 0o777).to.equal(0o600);
    const { status } = spawnSync('sha256sum', ['--check', '--quiet', checksumFile], { cwd: folder() });
    expect(status).to.equal(0);
    expect(await findDamagedFiles(folder())).to.deep.equal([]);
  });

  it('reveal changed, missing and additional files', async () => {
    await appendFile(pathOf('files/one'), '!');
    await rm(pathOf('files/two'));
    await writeFile(pathOf('three'), 'three');
    expect(await findDamagedFiles(folder())).to.have.members(['files/one', 'files/two', 'three']);
  });

  it('are refused when they are damaged or missing', async () => {
    await appendFile(pathOf(checksumFile), 'half a li');
    expect(await findDamagedFiles(folder()).catch(({ message }) => message)).to.equal('SHA256SUMS is damaged.');
    await rm(pathOf(checksumFile));
    expect(await findDamagedFiles(folder()).catch(({ code }) => code)).to.equal('ENOENT');
  });

  it('are taken from the previous backup for files that are hard links to it', async () => {
    await rm(pathOf(checksumFile));
    await writeChecksums(folder(), new Map([['files/one', '0'.repeat(64)]]));
    expect((await readChecksums(folder())).get('files/one')).to.equal('0'.repeat(64));
    expect(await findDamagedFiles(folder())).to.deep.equal(['files/one']);
  });
});
