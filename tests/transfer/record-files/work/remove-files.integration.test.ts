import type { RecordFinder } from '@plotline/transfer/peers/record-finder';
import { createRecordFileCleanup } from '@plotline/transfer/record-files/work/record-file-cleanup';
import { createFileMoveConsumer, createFileRemovalConsumer } from '@plotline/transfer/record-files/work/remove-files';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startTransferService } from '../../support/transfer-service.js';

const pdf = '%PDF-1.4\n%%EOF\n';

describe('the removal of files', () => {
  const gone = new Set<string>();
  let onFind = (_id: string) => {};
  const recordFinder: RecordFinder = {
    findVisible: async (_caller, _resource, ids) => {
      for (const id of ids) onFind(id);
      return new Set(ids.filter((id) => !gone.has(id)));
    },
  };
  let now = () => new Date();
  const transfer = useFixture(() => startTransferService({ recordFinder }, () => now()));

  async function upload(query: string): Promise<string> {
    const file = { type: 'application/pdf', content: pdf };
    return (await transfer().request('POST', `/v1/files?${query}`, { file })).body.id;
  }

  async function consume(name: string, data: object): Promise<void> {
    const payload = JSON.stringify({
      ...{ id: 'evt_1', event: name, timestamp: new Date().toISOString(), workspace_id: 'ws_test', data },
    });
    const event = { id: 'evt_1', name, payload, mode: 'live', requestId: 'req_1' } as const;
    const consumers = [createFileRemovalConsumer(transfer().context), createFileMoveConsumer(transfer().context)];
    for (const { bindings, handle } of consumers) if (bindings.includes(name)) await handle(event);
  }

  const isKnown = async (id: string) => (await transfer().request('GET', `/v1/files/${id}`)).status === 200;
  const isStored = async (id: string) => (await transfer().listFiles()).includes(id);

  it("erases a lead's files with the lead, and their entries in the journal", async () => {
    const [erased, kept] = [await upload('lead_id=lead_1&name=passport.pdf'), await upload('lead_id=lead_2')];
    await consume('erasure.lead', { lead_id: 'lead_1', assigned_agent: null, stage: 'new' });
    await consume('erasure.lead', { lead_id: 'lead_1', assigned_agent: null, stage: 'new' });
    expect([await isKnown(erased), await isStored(erased)]).to.deep.equal([false, false]);
    expect([await isKnown(kept), await isStored(kept)]).to.deep.equal([true, true]);
    expect(await transfer().journal(erased)).to.deep.equal([]);
  });

  it('erases the files of deleted properties and units', async () => {
    const files = [await upload('property_id=prop_1'), await upload('unit_id=unit_1'), await upload('unit_id=unit_2')];
    await consume('listing.removed', { ids: ['prop_1', 'unit_1'] });
    expect(await Promise.all(files.map(isKnown))).to.deep.equal([false, false, true]);
  });

  it('erases a file whose record was deleted during the upload', async () => {
    let asked = 0;
    onFind = (id) => {
      if (id === 'lead_late' && ++asked === 2) gone.add(id);
    };
    const file = { type: 'application/pdf', content: pdf };
    expect((await transfer().request('POST', '/v1/files?lead_id=lead_late', { file })).status).to.equal(404);
    gone.clear();
    expect((await transfer().request('GET', '/v1/files?lead_id=lead_late')).body).to.deep.equal([]);
  });

  it('keeps the other files of a lead that was merged during an upload', async () => {
    const kept = await upload('lead_id=lead_joined');
    let asked = 0;
    onFind = (id) => {
      if (id === 'lead_joined' && ++asked === 2) gone.add(id);
    };
    const file = { type: 'application/pdf', content: pdf };
    expect((await transfer().request('POST', '/v1/files?lead_id=lead_joined', { file })).status).to.equal(404);
    gone.clear();
    const left = (await transfer().request('GET', '/v1/files?lead_id=lead_joined')).body;
    expect(left.map(({ id }: { id: string }) => id)).to.deep.equal([kept]);
    expect(await isStored(kept)).to.equal(true);
  });

  const ownerOf = async (id: string) => (await transfer().request('GET', `/v1/files/${id}`)).body.lead_id;

  it("gives a merged lead's files to the survivor", async () => {
    const [file, other] = [await upload('lead_id=lead_merged'), await upload('lead_id=lead_other')];
    await consume('merging.lead', { lead_id: 'lead_survivor', merged_ids: ['lead_merged'] });
    expect([await ownerOf(file), await ownerOf(other)]).to.deep.equal(['lead_survivor', 'lead_other']);
    await consume('lead.merged', { id: 'lead_survivor', merged_id: 'lead_other', lead: {} });
    expect(await ownerOf(other)).to.equal('lead_survivor');
  });

  it('gives the files to the last survivor if two merges are handled in reverse order', async () => {
    const [first, second] = [await upload('lead_id=lead_m'), await upload('lead_id=lead_k')];
    await consume('merging.lead', { lead_id: 'lead_l', merged_ids: ['lead_m', 'lead_k'] });
    await consume('merging.lead', { lead_id: 'lead_k', merged_ids: ['lead_m'] });
    expect([await ownerOf(first), await ownerOf(second)]).to.deep.equal(['lead_l', 'lead_l']);
  });

  it('erases files of leads that were merged into a deleted lead, before the merge is handled', async () => {
    const file = await upload('lead_id=lead_before');
    await consume('erasure.lead', { lead_id: 'lead_after', merged_ids: ['lead_before'], stage: 'new' });
    await consume('merging.lead', { lead_id: 'lead_after', merged_ids: ['lead_before'] });
    expect([await isKnown(file), await isStored(file)]).to.deep.equal([false, false]);
  });

  it('reports content without a record', async () => {
    const kept = await upload('lead_id=lead_3');
    const lost = 'file_01jd0000000000000000000000';
    await transfer().context.files.put(`${lost}.raw`, content(), { maxBytes: 100 });
    now = () => new Date(Date.now() + 3_600_000);
    await createRecordFileCleanup(transfer().context).run();
    now = () => new Date();
    expect(await isStored(kept)).to.equal(true);
    expect(await isStored(`${lost}.raw`)).to.equal(false);
    expect(await isKnown(kept)).to.equal(true);
  });
});

async function* content(): AsyncGenerator<Buffer> {
  yield Buffer.from(pdf);
}
