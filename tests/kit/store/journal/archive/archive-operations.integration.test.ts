import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runDoctor } from '@plotline/kit/ops/doctor/run-doctor';
import { eraseRecords, exportRecords } from '@plotline/kit/ops/workspace-data/workspace-data';
import { assertArchiveReadable } from '@plotline/kit/service/journal-archive';
import { expect } from 'chai';
import { useArchive } from './archive-fixture.js';

describe("an operator's work with archived entries", () => {
  const archived = useArchive();

  const readSubjects = async (workspaceId: string) => {
    const output = new PassThrough();
    const [count, lines] = await Promise.all([
      exportRecords(archived().runtime, workspaceId, output).finally(() => output.end()),
      text(output),
    ]);
    const records: { collection: string; record: { subject?: string } }[] = lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
    expect(records).to.have.length(count);
    return records.map(({ collection, record }) => `${collection} ${record.subject}`);
  };

  it('exports a workspace with them, without their keys', async () => {
    const { add, archive } = archived();
    await add('thing_exported', 60, { workspace_id: 'ws_exported' });
    await add('thing_exported', 1, { workspace_id: 'ws_exported' });
    await add('thing_foreign', 60, { workspace_id: 'ws_foreign' });
    await archive();
    expect(await readSubjects('ws_exported')).to.deep.equal(['journal thing_exported', 'journal thing_exported']);
  });

  it('erases a workspace with them', async () => {
    const { add, archive, count, runtime } = archived();
    await add('thing_gone', 60, { workspace_id: 'ws_gone' });
    await add('thing_kept', 60, { workspace_id: 'ws_kept' });
    await archive();
    await eraseRecords(runtime, 'ws_gone');
    expect(await count('journal_archive', { workspace_id: 'ws_gone' })).to.equal(0);
    expect(await readSubjects('ws_gone')).to.deep.equal([]);
    expect(await readSubjects('ws_kept')).to.deep.equal(['journal thing_kept']);
  });

  it('finds the records of a lost and of a shortened object, and nothing else', async () => {
    const { add, archive, bucket, listKeys, runtime } = archived();
    const find = async (...args: string[]) => {
      const lines: object[] = [];
      const only = ['--check', 'archived_entries', '--wait', '0', '--mode', 'live', ...args];
      await runDoctor(runtime, [], only, (line) => lines.push(line));
      return lines;
    };
    expect(await find()).to.have.length(1);
    const known = new Set(await listKeys());
    for (const subject of ['thing_a', 'thing_b']) await add(subject, 60, { workspace_id: `ws_${subject}` });
    await archive();
    const [key = ''] = (await listKeys()).filter((one) => !known.has(one));
    await bucket.remove(key);
    const [one, other, summary] = await find();
    expect([one, other].map((line) => Reflect.get(Object(line), 'id'))).to.have.members(['thing_a', 'thing_b']);
    expect(one).to.include({ service: 'archive', check: 'archived_entries', found: `no ${key}` });
    expect(Reflect.get(Object(one), 'next')).to.contain('earlier version of the bucket');
    expect(summary).to.include({ found: 2 });
    const ofWorkspace = await find('--workspace', 'ws_thing_b');
    expect(ofWorkspace.map((line) => Reflect.get(Object(line), 'id'))).to.deep.equal(['thing_b', undefined]);
    await bucket.put(
      key,
      (async function* () {
        yield Buffer.alloc(5);
      })(),
    );
    expect((await find())[0]).to.include({ found: `5 bytes in ${key}` });
  });

  it('lets no service start that could not read them', async () => {
    const { add, archive, runtime } = archived();
    await add('thing_unreadable', 60);
    await archive();
    await assertArchiveReadable(runtime);
    const { archiving: _none, ...without } = runtime;
    const failed = await assertArchiveReadable(without).catch((error: unknown) => String(error));
    expect(failed).to.contain('Set ARCHIVE_S3_ENDPOINT');
  });
});
