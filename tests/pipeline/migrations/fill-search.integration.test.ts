import { up } from '@plotline/pipeline/migrations/0001-fill-search';
import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startPipeline } from '../support/pipeline.js';

interface StoredLead {
  readonly _id: string;
  readonly derived: { readonly phone?: string };
}

describe('the migration that fills in search fields', () => {
  const pipeline = useFixture(startPipeline);

  it('derives the identity of phone numbers that an earlier release compared by digits, and logs its progress', async () => {
    const database = pipeline().runtime.databases.live;
    const stored = database.collection<StoredLead>('leads');
    const former = { '00971501238888': '971501238888', '0501238888': '0501238888', '0000000000': undefined };
    const ids = new Map<string, string | undefined>();
    for (const [phone, identity] of Object.entries(former)) {
      const { id } = await pipeline().lead({ phone });
      await stored.updateOne({ _id: id }, { $set: { 'derived.phone': phone } });
      ids.set(id, identity);
    }
    const told: object[] = [];
    const log = { info: (fields: object) => void told.push(fields) };
    for (let time = 0; time < 2; time += 1) await up({ mode: 'live', database, log });
    for (const lead of await stored.find({ _id: { $in: [...ids.keys()] } }).toArray()) {
      expect(lead.derived.phone).to.equal(ids.get(lead._id));
    }
    expect(told.map((fields) => Reflect.get(fields, 'filled'))).to.deep.equal([2, 0]);
  });
});
