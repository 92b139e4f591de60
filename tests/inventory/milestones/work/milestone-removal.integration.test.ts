import { createMilestoneRemoval } from '@plotline/inventory/milestones/work/milestone-removal';
import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { startInventory } from '../../support/inventory.js';

describe('Deleting a milestone', () => {
  let now: number;
  const inventory = useFixturePerTest(() => startInventory(() => new Date(now)));
  beforeEach(() => {
    now = Date.now();
  });

  async function reach(name: string) {
    const { id } = await inventory().property();
    const path = `/v1/properties/${id}/milestones`;
    await inventory().create(path, { name });
    const remove = (given = name) => inventory().request('DELETE', `${path}/${encodeURIComponent(given)}`);
    const list = async () => (await inventory().request('GET', path)).body;
    return { id, path, remove, list };
  }

  /** Runs the jobs that become due within a minute. */
  async function runJobs() {
    now += 60_000;
    await createMilestoneRemoval(inventory().context).run();
  }

  it('checks with pipeline first, ignores the case of the name, and lets the milestone be recorded again', async () => {
    const { remove, list, path } = await reach('Roof / top');
    expect((await remove(' ROOF / TOP ')).status).to.equal(204);
    expect(inventory().invoicing.withdrawn).to.deep.equal(['Roof / top']);
    expect(await list()).to.deep.equal([]);
    expect((await remove()).status).to.equal(404);
    await inventory().create(path, { name: 'roof / top' });
    await runJobs();
    expect(await list()).to.have.length(1);
  });

  it('is refused once an instalment that depends on it was invoiced, even if the request is repeated later', async () => {
    const { id, remove, list } = await reach('roof');
    inventory().invoicing.answer = 'refused';
    const { status, body } = await remove();
    expect(status).to.equal(409);
    expect(body).to.deep.include({ reason: 'milestone_invoiced', data: { property_id: id, name: 'roof' } });
    inventory().invoicing.answer = 'withdrawn';
    await runJobs();
    expect(await list()).to.have.length(1);
  });

  it('is completed later if the pipeline service does not respond', async () => {
    const { remove, list } = await reach('roof');
    inventory().invoicing.answer = 'away';
    expect((await remove()).status).to.equal(503);
    expect(await list()).to.have.length(1);
    inventory().invoicing.answer = 'withdrawn';
    await runJobs();
    expect(await list()).to.deep.equal([]);
  });

  it('happens automatically when its property is deleted', async () => {
    const { id, path } = await reach('roof');
    await inventory().request('DELETE', `/v1/properties/${id}`);
    expect((await inventory().request('GET', path)).status).to.equal(404);
    expect(await inventory().context.milestones.findAll({ workspaceId: 'ws_test', mode: 'live' }, id)).to.deep.equal(
      [],
    );
  });
});
