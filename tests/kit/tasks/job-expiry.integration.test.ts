import { createJobExpiry } from '@plotline/kit/tasks/job-expiry';
import { expect } from 'chai';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { startJobs } from './job-fixture.js';

const dayMs = 24 * 3_600_000;

describe('createJobExpiry', () => {
  const jobs = useFixturePerTest(startJobs);

  it('removes a job 30 days after its end, and its belongings before that', async () => {
    const [open, gone, stuck] = [await jobs().create(), await jobs().create(), await jobs().create()];
    for (const { id } of [gone, stuck]) await jobs().cancel(id);
    const removed: string[] = [];
    const expiry = createJobExpiry({
      ...jobs(),
      onExpire: async ({ id }) => {
        if (id === stuck.id) throw new Error('The file cannot be removed.');
        removed.push(id);
      },
    });
    jobs().advance(30 * dayMs - 60_000);
    await expiry.run();
    expect(removed, 'before the time').to.deep.equal([]);
    jobs().advance(120_000);
    await expiry.run();
    expect(removed).to.deep.equal([gone.id]);
    const find = (id: string) => jobs().queue.get({ workspaceId: 'ws_test', mode: 'live' }, id);
    expect(await find(gone.id)).to.equal(null);
    expect([await find(open.id), await find(stuck.id)]).to.not.include(null);
  });
});
