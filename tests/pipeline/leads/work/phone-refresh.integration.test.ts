import { fromStart } from '@plotline/kit/ops/rebuilds/rebuild';
import { createPhoneRefresh } from '@plotline/pipeline/leads/work/phone-refresh';
import { createWorkspaceConsumer } from '@plotline/pipeline/leads/work/queue-phone-refresh';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('workspace.updated', () => {
  const pipeline = useFixture(startPipeline);
  let events = 0;

  async function consume(workspace_id: string, country: string | null, timestamp = new Date(), previous = {}) {
    events += 1;
    const event = { id: `evt_${events}`, event: 'workspace.updated', timestamp, workspace_id, previous };
    const payload = JSON.stringify({ ...event, data: { id: workspace_id, country } });
    const inbound = { id: event.id, name: event.event, mode: 'live', requestId: 'req_1', payload } as const;
    await createWorkspaceConsumer(pipeline().context).handle(inbound);
  }

  async function runWorker(laterMs = 0) {
    const clock = () => new Date(Date.now() + laterMs);
    const worker = createPhoneRefresh({ ...pipeline().context, clock });
    do await worker.run();
    while (await pipeline().context.phoneRefreshQueue.hasDue('live', clock()));
  }

  /** Creates a lead with each phone in a workspace without a country. */
  async function createLeads(workspaceId: string, ...phones: string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const [place, phone] of phones.entries()) {
      const body = { name: 'Noor', email: `${place}@${workspaceId.replaceAll('_', '-')}.test`, phone };
      ids.push((await pipeline().request('POST', '/v1/leads', { body, as: { workspaceId } })).body.id);
    }
    return ids;
  }

  async function findDuplicates(workspaceId: string, id = ''): Promise<string[]> {
    const { body } = await pipeline().request('GET', `/v1/leads/${id}/duplicates`, { as: { workspaceId } });
    return body.map((lead: { readonly id: string }) => lead.id);
  }

  it('reads stored phone numbers in the new country, in the background and without a new version', async () => {
    const [first, second] = await createLeads('ws_dubai', '+971501238888', '050 123 8888', '0000000000');
    const as = { workspaceId: 'ws_dubai' };
    const before = await pipeline().request('GET', `/v1/leads/${second}`, { as });
    expect(await findDuplicates('ws_dubai', first)).to.deep.equal([]);
    await consume('ws_dubai', 'AE');
    await runWorker();
    expect(await findDuplicates('ws_dubai', first)).to.deep.equal([second]);
    const after = await pipeline().request('GET', `/v1/leads/${second}`, { as });
    expect(after.headers.get('etag')).to.equal(before.headers.get('etag'));
    const dryRun = { ...fromStart, dryRun: { workspaceId: 'ws_dubai', onWrong: () => undefined } };
    expect((await pipeline().context.leads.rebuildDerived('live', dryRun)).corrected).to.equal(0);
    await consume('ws_dubai', null);
    await runWorker();
    expect(await findDuplicates('ws_dubai', first)).to.deep.equal([]);
  });

  it('applies the country from the latest change, regardless of when and how often events arrive', async () => {
    const [first, second] = await createLeads('ws_late', '+971501238888', '050 123 8888');
    const [earlier, later] = [new Date('2026-03-01T10:00:00Z'), new Date('2026-03-01T11:00:00Z')];
    await consume('ws_late', 'AE', later);
    await consume('ws_late', 'GB', earlier);
    await consume('ws_late', 'AE', later);
    await runWorker();
    expect(await findDuplicates('ws_late', first)).to.deep.equal([second]);
  });

  it('corrects a lead that a request from before the change stores afterwards', async () => {
    const [first] = await createLeads('ws_race', '+971501238888');
    await consume('ws_race', 'AE');
    await runWorker();
    const [late] = await createLeads('ws_race', '050 123 8888');
    await runWorker(60_000);
    expect(await findDuplicates('ws_race', first)).to.deep.equal([late]);
  });

  it('does nothing for other changes to the workspace', async () => {
    await consume('ws_renamed', null, new Date(), { name: 'Former' });
    const due = await pipeline().context.phoneRefreshQueue.findDue('live', new Date(), 100);
    expect(due.map(({ workspace_id }) => workspace_id)).to.not.include('ws_renamed');
  });
});
