import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { type Backup, restoreBackup, takeBackup } from '../../support/database-backup.js';
import { eventually } from '../../support/eventually.js';
import { createLeads, createUnits } from '../../support/listings-and-leads.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';
import { runCommand, runDoctors } from '../../support/run-command.js';
import { useFixture } from '../../support/use-fixture.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';

const withinMs = 30_000;

interface Sales {
  /** Sells the next unit to the next lead and resolves to the unit. */
  sellNext(): Promise<string>;
  /** Runs the work while units are sold. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

const count = 16;

async function startSales(api: ApiClient): Promise<Sales> {
  const { unitIds } = await createUnits(api, count);
  const leadIds = await createLeads(api, count);
  let next = 0;
  const sellNext = async () => {
    const [lead, unit] = [leadIds[next], unitIds[next] ?? ''];
    next += 1;
    const won = await api.post(`/v1/leads/${lead}/won`, { property_id: unit, deal_value: 90_000 });
    expect(won.status, won.text).to.equal(200);
    return unit;
  };
  await sellNext();
  return {
    sellNext,
    during: async (work) => {
      let isOver = false;
      const selling = (async () => {
        // Some units are left over for the work itself.
        while (!isOver && next < count - 4) await sellNext();
      })();
      try {
        return await work();
      } finally {
        isOver = true;
        await selling;
      }
    },
  };
}

const statusOf = async (api: ApiClient, unit: string) => (await api.get(`/v1/units/${unit}`)).record.status;

describe('databases restored to different points in time', () => {
  const receiver = useFixture(startReceiver);
  const doctor = (workspace: TestWorkspace, ...args: string[]) =>
    runDoctors(workspace.id, { services: ['inventory', 'pipeline', 'webhook'], args });
  /** Runs all repairs and resolves to the checks that had findings. */
  async function repair(workspace: TestWorkspace): Promise<ReadonlySet<string>> {
    const found = await doctor(workspace, '--repair');
    expect(found.filter(({ repaired }) => !repaired)).to.deep.equal([]);
    return new Set(found.map(({ check }) => check));
  }

  it('sell the units of active deals again when inventory is older than pipeline', async () => {
    const workspace = await newWorkspace();
    const { api } = workspace;
    const sales = await startSales(api);
    const [inventory, pipeline] = await sales.during(async () => {
      const older = await takeBackup('inventory');
      await sales.sellNext();
      return [older, await takeBackup('pipeline')] as const;
    });
    await Promise.all([inventory, pipeline].map(restoreBackup));
    expect(await repair(workspace)).to.deep.equal(new Set(['deal_unit']));
    expect(await doctor(workspace)).to.deep.equal([]);
    const deals = (await api.get('/v1/deals?per_page=100')).records;
    const sold = (await api.get('/v1/units?status=sold&per_page=100')).records;
    expect(sold.map(({ id }) => id)).to.have.members(deals.map(({ unit_id }) => String(unit_id)));
  });

  it('release the units of lost deals when pipeline is older than inventory', async () => {
    const workspace = await newWorkspace();
    const { api } = workspace;
    const sales = await startSales(api);
    const [pipeline, inventory, lost] = await sales.during(async () => {
      const older = await takeBackup('pipeline');
      const unit = await sales.sellNext();
      return [older, await takeBackup('inventory'), unit] as const;
    });
    await Promise.all([inventory, pipeline].map(restoreBackup));
    expect(await statusOf(api, lost)).to.equal('sold');
    expect(await repair(workspace)).to.deep.equal(new Set(['sold_unit']));
    expect(await statusOf(api, lost)).to.equal('available');
    expect(await doctor(workspace)).to.deep.equal([]);
    const [next] = await createLeads(api, 1, 'later');
    const again = await api.post(`/v1/leads/${next}/won`, { property_id: lost, deal_value: 90_000 });
    expect(again.status).to.equal(200);
  });

  describe('when webhook is older', () => {
    let workspace: TestWorkspace;
    let backup: Backup;
    let later: readonly string[] = [];

    const toLeadIds = ({ received }: Receiver) => received.map(({ body }) => String(JSON.parse(body).data.id));
    const toEventIds = ({ received }: Receiver) => received.map(({ body }) => String(JSON.parse(body).id));

    before(async () => {
      workspace = await newWorkspace();
      const { api } = workspace;
      const webhook = await api.create('/v1/webhooks', { url: receiver().url, events: ['lead.created'] });
      await createLeads(api, 3, 'before');
      // A delivery is attempted again if the backup doesn't have its outcome.
      await eventually(async () => {
        const { stats } = (await api.get(`/v1/webhooks/${webhook.id}`)).record;
        expect(stats).to.include({ deliveries_successful: 3 });
      }, withinMs);
      backup = await takeBackup('webhook');
      later = await createLeads(api, 3, 'after');
      await eventually(async () => expect(toLeadIds(receiver())).to.include.members([...later]), withinMs);
    });

    it('republish only the lost events, with the same ids', async () => {
      const { api, id } = workspace;
      const sent = toEventIds(receiver());
      receiver().received.splice(0);
      await restoreBackup(backup);
      const readLog = async () => (await api.get('/v1/events?types=lead.created')).records.map((event) => event.id);
      expect(await readLog()).to.have.length(3);
      const since = new Date(backup.takenAt.getTime() - 60_000).toISOString();
      const outcome = await runCommand('pipeline', 'republish', ['--since', since, '--workspace', id], 'kit');
      expect([outcome.code, outcome.output]).to.deep.equal([
        0,
        'live: 6 journal entries will be published again\nsandbox: 0 journal entries will be published again\n',
      ]);
      await eventually(async () => expect(await readLog()).to.have.members(sent), withinMs);
      await eventually(async () => expect(toLeadIds(receiver())).to.have.members([...later]), withinMs);
      expect(sent).to.include.members(toEventIds(receiver()));
      expect(await doctor(workspace)).to.deep.equal([]);
    });
  });
});
