import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { BackupFolder } from '@plotline/backup/folder/backup-folder';
import { serve } from '@plotline/backup/work/serve';
import { expect } from 'chai';
import { freePort } from '../../support/free-port.js';
import { useTemporaryFolder } from '../folder/temporary-folder.js';

const name = 'plotline_backup_last_success_timestamp_seconds';
const startedAt = new Date('2026-03-01T09:30:00Z');

describe('the age of the newest backup', () => {
  const path = useTemporaryFolder();
  let server: Server;
  let url: string;

  beforeEach(async () => {
    const port = await freePort();
    server = await serve(new BackupFolder(path()), { port, host: '127.0.0.1', hasFiles: true });
    url = `http://127.0.0.1:${port}`;
  });
  afterEach(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });

  const readAges = async (of = url) => {
    const lines = (await (await fetch(`${of}/metrics`)).text()).split('\n').filter((line) => line.startsWith(name));
    return Object.fromEntries(
      lines.map((line) => [/store="(\w+)"/.exec(line)?.[1], Number(line.split(' ').at(-1))] as const),
    );
  };
  const make = (files: unknown) =>
    new BackupFolder(path()).create(startedAt, (folder) =>
      writeFile(
        join(folder, 'manifest.json'),
        JSON.stringify({ format: 1, started_at: startedAt.toISOString(), mongodb: [], files }),
      ),
    );

  it('is counted from the epoch while there is no backup, so that an alert fires', async () => {
    expect(await readAges()).to.deep.equal({ mongodb: 0, files: 0 });
  });

  it('is read from the folder for each store, whichever process made the backup', async () => {
    await make({ count: 1, bytes: 2 });
    expect(await readAges()).to.deep.equal({ mongodb: 1_772_357_400, files: 1_772_357_400 });
  });

  it('does not count a backup without files as a backup of the files', async () => {
    await make(null);
    expect(await readAges()).to.deep.equal({ mongodb: 1_772_357_400, files: 0 });
  });

  it('also counts the newest backup of the bucket', async () => {
    const port = await freePort();
    const bucket = { list: async () => [{ name: 'plotline-20260301T093000Z', startedAt }] };
    const both = await serve(new BackupFolder(path()), { port, host: '127.0.0.1', hasFiles: false, bucket });
    try {
      expect(await readAges(`http://127.0.0.1:${port}`)).to.deep.equal({ mongodb: 0, bucket: 1_772_357_400 });
    } finally {
      both.close();
      both.closeAllConnections();
      await once(both, 'close');
    }
  });

  it('makes the process not ready when the folder cannot be read', async () => {
    expect((await fetch(`${url}/ready`)).status).to.equal(200);
    const other = await freePort();
    const lost = await serve(new BackupFolder(join(path(), 'missing')), {
      port: other,
      host: '127.0.0.1',
      hasFiles: false,
    });
    expect((await fetch(`http://127.0.0.1:${other}/ready`)).status).to.equal(503);
    lost.close();
    lost.closeAllConnections();
    await once(lost, 'close');
  });
});
