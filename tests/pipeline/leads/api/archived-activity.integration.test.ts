import { createBucket } from '@plotline/kit/objects/bucket';
import { createArchivingOf } from '@plotline/kit/service/journal-archive';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { startBucket } from '../../../support/start-bucket.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

const dayMs = 86_400_000;

describe('the activity of a lead whose old entries are archived', () => {
  let aheadMs = 0;
  const bucket = useFixture(startBucket);
  const pipeline = useFixture(() => {
    const archive = { bucket: createBucket(bucket().access), days: 30 };
    return startPipeline({}, { archive, clock: () => new Date(Date.now() + aheadMs) });
  });
  const inDatabase = (collection: string, subject: string) =>
    pipeline().runtime.databases.live.collection(collection).countDocuments({ subject });
  const read = (path: string) => pipeline().request('GET', `/v1/leads/${path}`);

  /** Archives the whole activity of the leads, as if it were a hundred days later. */
  async function archive(...ids: string[]): Promise<void> {
    const entries = pipeline().runtime.databases.live.collection('journal');
    const ofLeads = { subject: { $in: ids } };
    aheadMs = 100 * dayMs;
    // No queue accepts the events here, so the relay keeps them, and may just be writing that.
    await eventually(async () => {
      await entries.updateMany(ofLeads, { $unset: { unpublished: true, share: true } });
      for (const task of createArchivingOf(pipeline().runtime)) await task.run();
      expect(await entries.countDocuments(ofLeads), 'left in the database').to.equal(0);
    });
    aheadMs = 0;
  }

  async function createLead(notes: number): Promise<string> {
    const { id } = await pipeline().lead();
    for (let place = 1; place <= notes; place += 1)
      await pipeline().request('POST', `/v1/leads/${id}/notes`, { body: { content: `Note ${place}` } });
    return id;
  }

  it('is the same as before on each page, and continues with new entries', async () => {
    const id = await createLead(5);
    const paths = ['', '?per_page=2&page=2', '?per_page=4&cursor=', '?order=asc'].map(
      (query) => `${id}/activity${query}`,
    );
    paths.push(`${id}?include_activity=true`);
    const readAll = () =>
      Promise.all(paths.map(read)).then((all) => all.map(({ status, body, meta }) => ({ status, body, meta })));
    const before = await readAll();
    expect(before[0]?.meta.total).to.equal(6);
    await archive(id);
    expect(await readAll()).to.deep.equal(before);
    await pipeline().request('POST', `/v1/leads/${id}/notes`, { body: { content: 'Later' } });
    const { body, meta } = await read(`${id}/activity?per_page=2`);
    expect([body[0].content, body[1].content, meta.total]).to.deep.equal(['Later', 'Note 5', 7]);
  });

  it('has both activities after a merge', async () => {
    const [keep, other] = [await createLead(2), await createLead(3)];
    await archive(keep, other);
    const merged = await pipeline().request('POST', `/v1/leads/${keep}/merge`, { body: { lead_id: other } });
    expect(merged.status).to.equal(200);
    expect((await read(`${keep}/activity`)).meta.total).to.equal(8);
  });

  it('is erased with the lead', async () => {
    const id = await createLead(2);
    await archive(id);
    expect(await inDatabase('journal_archive', id)).to.be.at.least(1);
    expect((await pipeline().request('DELETE', `/v1/leads/${id}`)).status).to.equal(204);
    expect(await inDatabase('journal_archive', id)).to.equal(0);
    expect((await read(`${id}/activity`)).status).to.equal(404);
  });
});
