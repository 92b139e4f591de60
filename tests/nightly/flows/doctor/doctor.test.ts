import { connectDatabases, type Databases } from '@plotline/kit/store/connection/connect';
import { SERVICE_NAMES, type ServiceName } from '@plotline/local/supervise/running-system';
import { expect } from 'chai';
import { startReceiver } from '../../../support/receiver.js';
import { type DoctorLine, runCommand, runDoctors } from '../../../support/run-command.js';
import { system } from '../../../support/system.js';
import { useFixture } from '../../../support/use-fixture.js';
import { newWorkspace, type TestWorkspace } from '../../../support/workspace.js';
import { connectFaults } from './planted-connect-faults.js';
import { plantedFaults as otherFaults, type PlantedFault } from './planted-faults.js';
import { inventoryFaults } from './planted-inventory-faults.js';
import { createPortfolio, type Portfolio } from './portfolio.js';
import { createWorld } from './world.js';

const plantedFaults = [...otherFaults, ...inventoryFaults, ...connectFaults];

describe('the doctor', () => {
  const receiver = useFixture(startReceiver);
  const databases = new Map<ServiceName, Databases>();
  let workspace: TestWorkspace;
  let portfolio: Portfolio;
  let found: readonly DoctorLine[] = [];

  before(async () => {
    workspace = await newWorkspace();
    portfolio = await createPortfolio(workspace.api, receiver().url);
    const { mongoUrl: url } = system();
    for (const name of SERVICE_NAMES) {
      databases.set(name, await connectDatabases({ url, name: `plotline_${name}`, poolSize: 5 }));
    }
  });

  after(async () => {
    await databases
      .get('auth')
      ?.live.collection('people')
      .deleteMany({ email: { $in: ['lost@example.com', 'stale@example.com'] } });
    for (const opened of databases.values()) await opened.close();
  });

  it('reports nothing for records that normal calls created', async () => {
    expect(await runDoctors(workspace.id)).to.deep.equal([]);
  });

  describe('reports', () => {
    const planted: { fault: PlantedFault; id: string }[] = [];

    before(async () => {
      const records = { workspaceId: workspace.id, portfolio };
      const world = createWorld(databases, records);
      for (const fault of plantedFaults) planted.push({ fault, id: await fault.plant(world) });
      found = await runDoctors(workspace.id);
    });

    for (const fault of plantedFaults) {
      it(fault.title, () => {
        const isOfCheck = (one: { readonly service: string; readonly check: string }) =>
          one.service === fault.service && one.check === fault.check;
        const ids = planted.filter((one) => isOfCheck(one.fault)).map(({ id }) => id);
        const told = found.filter(isOfCheck).map(({ id, workspace_id, mode }) => ({ id, workspace_id, mode }));
        expect(told).to.have.deep.members(ids.map((id) => ({ id, workspace_id: workspace.id, mode: 'live' })));
      });
    }

    it('only the planted faults', () => {
      const toName = ({ service, check }: Pick<DoctorLine, 'service' | 'check'>) => `${service} ${check}`;
      expect(found.map(toName).sort()).to.deep.equal(plantedFaults.map(toName).sort());
    });
  });

  describe('with --repair', () => {
    it('repairs findings that can be computed or undone, and then reports only the others', async () => {
      const services = ['pipeline', 'inventory', 'webhook'] as const;
      const told = await runDoctors(workspace.id, { services, args: ['--repair'] });
      const nameOf = ({ service, check }: DoctorLine) => `${service} ${check}`;
      const repaired = told.filter((line) => line.repaired).map(nameOf);
      const expected = ['counters', 'leads', 'follow_ups', 'deal_totals', 'sold_unit'].map(
        (name) => `pipeline ${name}`,
      );
      expect(repaired).to.have.members([...expected, 'inventory counters', 'inventory holds', 'webhook counters']);
      const left = told.filter((line) => !line.repaired).map(nameOf);
      expect((await runDoctors(workspace.id, { services })).map(nameOf)).to.have.members(left);
      const released = (await workspace.api.get(`/v1/units/${portfolio.unitIds[5]}`)).record;
      expect(released.status).to.equal('available');
    });

    it('runs only the given checks, and refuses an unknown check', async () => {
      const args = ['--workspace', workspace.id, '--wait', '0', '--check'];
      const { output } = await runCommand('pipeline', 'doctor', [...args, 'lead_agent']);
      expect(output.trim().split('\n')).to.have.length(2);
      const { code, errors } = await runCommand('pipeline', 'doctor', [...args, 'lead_agents']);
      expect(code).to.equal(2);
      expect(errors).to.include('lead_agent,');
    });
  });
});
