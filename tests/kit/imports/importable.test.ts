import type { ImportedRecords, KeyedRow, Step } from '@plotline/kit/imports/import-plan';
import { createImportable } from '@plotline/kit/imports/importable';
import { expect } from 'chai';
import { testCaller } from '../../support/test-runtime.js';

interface Named {
  readonly id: string;
  readonly version: number;
  readonly updated_at: Date;
  readonly name: string;
}

interface NamedRow extends KeyedRow {
  readonly name: string;
}

const now = new Date('2026-03-01T09:30:00.000Z');
const stored: Named = { id: 'thing_1', version: 3, updated_at: now, name: 'stored' };

/** Creates an import of names. Each row sets the name of the record with the row's key. */
function createNames(known: readonly Named[]) {
  const commits: ImportedRecords<Named>[] = [];
  const decide = (row: NamedRow, before: Named | undefined, at: Date): Step<Named> => {
    const { name, keys } = row;
    const [id = ''] = keys;
    const after = { ...(before ?? { id, version: 1 }), name, updated_at: at };
    const event = { name: 'thing.updated', data: { name, updated_at: at } };
    const entries = [{ subject: id, type: 'field_update', description: name, events: [event] }];
    return before ? { before, after, entries } : { created: after, entries };
  };
  const importable = createImportable<Named, NamedRow, NamedRow>({
    operations: { create: [], upsert: [] },
    onDuplicate: [],
    clock: () => now,
    getKeys: ({ id }) => [id],
    check: (_command, { number, record }) =>
      JSON.parse(record, (key, value) => (key === '' ? { ...value, number } : value)),
    find: async () => known,
    prepare: async (_command, rows) => rows,
    decide: ({ plan, at }, row) => decide(row, plan.find(row.keys)[0], at),
    store: async (_command, records) => {
      commits.push(records);
    },
  });
  const run = async (names: readonly string[]) => {
    const command = {
      caller: testCaller(),
      mode: 'upsert',
      onDuplicate: '',
      isDryRun: false,
      createdBefore: 0,
      importId: 'imp_1',
    } as const;
    const record = (name: string) => JSON.stringify({ keys: ['thing_1'], name });
    await importable.importRows(
      command,
      names.map((name, place) => ({ number: place + 1, record: record(name), faults: [] })),
    );
    const [commit] = commits;
    if (!commit) throw new Error('Nothing was stored.');
    return commit;
  };
  return { run };
}

describe('createImportable', () => {
  const past = (milliseconds: number) => new Date(now.getTime() + milliseconds);

  it('gives each row that changes the same record a later time and a new version', async () => {
    const { changed, entries } = await createNames([stored]).run(['first', 'second', 'third']);
    expect(changed).to.deep.equal([
      { before: stored, after: { id: 'thing_1', version: 6, updated_at: past(3), name: 'third' } },
    ]);
    expect(entries.map(({ at }) => at)).to.deep.equal([past(1), past(2), past(3)]);
    const events = entries.flatMap((entry) => entry.events.map(({ payload }) => JSON.parse(payload)));
    expect(events.map(({ data }) => data.updated_at)).to.deep.equal(entries.map(({ at }) => at.toISOString()));
    expect(events.map(({ timestamp }) => timestamp)).to.deep.equal(entries.map(({ at }) => at.toISOString()));
  });

  it("gives a row that changes an earlier row's record a later time", async () => {
    const { created, changed } = await createNames([]).run(['created', 'changed']);
    expect(created).to.deep.equal([{ id: 'thing_1', version: 2, updated_at: past(1), name: 'changed' }]);
    expect(changed).to.deep.equal([]);
  });
});
