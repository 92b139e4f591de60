import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { count, startJobs } from './job-fixture.js';

const dayMs = 24 * 3_600_000;

describe('the record of an ended job', () => {
  const jobs = useFixturePerTest(startJobs);
  const find = (id: string) => jobs().queue.get({ workspaceId: 'ws_test', mode: 'live' }, id);

  it('is removed by one replica 30 days after the end, after everything that belongs to the job', async () => {
    const [kept, gone, stuck] = [await jobs().create(), await jobs().create(), await jobs().create()];
    for (const { id } of [gone, stuck]) await jobs().cancel(id);
    const asked: string[] = [];
    const onExpire = async ({ id }: { readonly id: string }) => {
      asked.push(id);
      if (id === stuck.id) throw new Error('The file cannot be removed.');
    };
    jobs().advance(30 * dayMs - 60_000);
    await jobs().addWorker(count, { onExpire });
    await jobs().addWorker(count, { onExpire });
    await jobs().untilEnded(kept.id);
    expect(asked, 'before the time').to.deep.equal([]);
    jobs().advance(120_000);
    await eventually(async () => expect(await find(gone.id)).to.equal(null));
    await eventually(() => expect(asked).to.have.members([gone.id, stuck.id]));
    expect([await find(kept.id), await find(stuck.id)]).to.not.include(null);
    jobs().advance(3_700_000);
    await eventually(() => expect(asked).to.have.members([gone.id, stuck.id, stuck.id]));
  });
});
