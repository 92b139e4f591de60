import { readdir } from 'node:fs/promises';
import { connectDatabases, type Databases, modes } from '@plotline/kit/store/connection/connect';
import { SERVICE_NAMES, type ServiceName } from '@plotline/local/supervise/running-system';
import { getDataLayout } from '@plotline/local/supervise/system-options';
import { AdministrationServiceService as Administration } from '@plotline/protos/plotline/auth/v1/administration';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { newPerson, type TestPerson } from '../../support/person.js';
import { startReceiver } from '../../support/receiver.js';
import { runCommand, runDoctors } from '../../support/run-command.js';
import { system } from '../../support/system.js';
import { useFixture } from '../../support/use-fixture.js';
import { newWholePortfolio, type WholePortfolio } from '../../support/whole-portfolio.js';
import { administrator, connectTo, newWorkspace, type TestWorkspace } from '../../support/workspace.js';

interface Stored {
  readonly _id: string;
  readonly workspace_id?: string;
  readonly name?: string;
}

/** Package that contains the command: the kit for services that have only databases, otherwise the service. */
const exportsItself: ReadonlySet<ServiceName> = new Set(['auth']);
const erasesItself: ReadonlySet<ServiceName> = new Set(['auth', 'transfer']);

const exportOf = (service: ServiceName, id: string) =>
  runCommand(service, 'export-workspace', [id], exportsItself.has(service) ? service : 'kit');
const eraseIn = (service: ServiceName, ...args: readonly string[]) =>
  runCommand(service, 'erase-workspace', args, erasesItself.has(service) ? service : 'kit');

/** Also adds a person as an agent of another workspace. */
async function joinAlso({ id, api }: TestWorkspace, { email, password }: TestPerson): Promise<void> {
  const agent = await api.create('/v1/agents', { name: 'Both', email, role: 'agent' });
  const auth = connectTo('auth');
  const member = { workspace_id: id, email, name: 'Both', agent_id: agent.id, password };
  await auth.call(Administration.addMember, member, { caller: administrator(id, 'live') });
  auth.close();
}

describe('the data of one workspace', () => {
  const receiver = useFixture(startReceiver);
  const databases = new Map<ServiceName, Databases>();
  let [workspace, neighbour]: TestWorkspace[] = [];
  const portfolios: WholePortfolio[] = [];
  let [alone, both]: TestPerson[] = [];

  const given = (): TestWorkspace => {
    if (!workspace) throw new Error('There is no workspace.');
    return workspace;
  };

  /** Number of records in a workspace by collection, over all services. Omits empty collections. */
  async function countRecords(workspaceId: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const [service, opened] of databases) {
      for (const mode of modes) {
        for (const { name } of await opened[mode].listCollections()) {
          const filter = { $or: [{ workspace_id: workspaceId }, { _id: { $regex: workspaceId } }] };
          const count = await opened[mode].collection<Stored>(name).countDocuments(filter);
          if (count > 0) counts[`${service} ${mode} ${name}`] = count;
        }
      }
    }
    return counts;
  }

  before(async () => {
    const { mongoUrl: url } = system();
    for (const name of SERVICE_NAMES) {
      databases.set(name, await connectDatabases({ url, name: `plotline_${name}`, poolSize: 5 }));
    }
    [workspace, neighbour] = [await newWorkspace(), await newWorkspace()];
    for (const { api, sandbox } of [workspace, neighbour]) {
      portfolios.push(await newWholePortfolio(api, receiver().url), await newWholePortfolio(sandbox, receiver().url));
    }
    [alone, both] = [await newPerson(workspace, 'owner'), await newPerson(workspace, 'admin')];
    await joinAlso(neighbour, both);
    const lead = { body: { name: 'Kept', email: 'kept@example.com' }, headers: { 'idempotency-key': 'erasure' } };
    expect((await workspace.api.call('POST', '/v1/leads', lead)).status).to.equal(201);
  });

  after(async () => {
    for (const opened of databases.values()) await opened.close();
  });

  it('is exported with each record of both modes and the accounts of its people, without secrets or their hashes', async () => {
    const outcomes = await Promise.all(SERVICE_NAMES.map((service) => exportOf(service, given().id)));
    expect(outcomes.map(({ code, errors }) => [code, errors])).to.deep.equal(outcomes.map(() => [0, '']));
    const output = outcomes.map((outcome) => outcome.output).join('');
    const lines = output.trim().split('\n');
    const records = lines.map((line) => Object(JSON.parse(line)));
    const ids = new Set(records.map(({ record }) => String(record.id)));
    for (const { ids: own } of portfolios.slice(0, 2)) {
      const { listing: _listing, milestone, ...named } = own;
      for (const [kind, id] of Object.entries(named)) expect(ids.has(id), `${kind} ${id}`).to.equal(true);
      expect(output).to.include(milestone);
    }
    expect(ids.has(given().keyId)).to.equal(true);
    for (const person of [alone, both]) expect(output).to.include(person?.email);
    for (const { ids: foreign } of portfolios.slice(2)) expect(output).to.not.include(foreign.lead);
    expect(output).to.not.match(/"\w*(hash|secret|sealed|password|answer)\w*":(?!null)/);
    expect(output).to.not.include(given().key.slice(8));
  });

  it("is not erased without an owner's request, with a different name, or with another workspace's permit", async () => {
    const refused = await eraseIn('auth', given().id);
    expect([refused.code, refused.output]).to.deep.equal([1, '']);
    expect(refused.errors).to.include('No owner has requested');
    expect((await eraseIn('auth', given().id, '--confirm', 'Another')).code).to.equal(1);
    expect((await eraseIn('auth', 'directory', '--confirm', 'directory')).code).to.equal(2);
    expect((await eraseIn('pipeline', given().id)).code).to.equal(2);
    expect((await eraseIn('pipeline', given().id, '--permit', 'permit')).code).to.equal(2);
    const kept = ['auth live workspaces', 'auth live keys', 'pipeline live leads', 'pipeline live idempotency'];
    expect(await countRecords(given().id)).to.include.all.keys(kept);
  });

  it('is erased from every collection in every service, with its files, while another workspace is unchanged', async () => {
    const stored = await databases.get('auth')?.live.collection<Stored>('workspaces').findOne({ _id: given().id });
    const approved = await eraseIn('auth', given().id, '--confirm', stored?.name ?? '');
    expect([approved.code, approved.errors]).to.deep.equal([0, '']);
    const [, permit = ''] = /^permit: (\S+)$/m.exec(approved.output) ?? [];
    await eventually(async () => expect((await given().api.get('/v1/leads')).status).to.equal(401));
    expect((await eraseIn('pipeline', neighbour?.id ?? '', '--permit', permit)).code).to.equal(2);

    const others = SERVICE_NAMES.filter((name) => name !== 'auth');
    await eventually(async () => {
      // Erases repeatedly, because events in transit may be recorded after the first erasure.
      const outcomes = [await eraseIn('auth', given().id)];
      for (const service of others) outcomes.push(await eraseIn(service, given().id, '--permit', permit));
      expect(outcomes.map(({ code }) => code)).to.deep.equal(outcomes.map(() => 0));
      expect(outcomes.map(({ output }) => output).join('')).to.not.match(/removed: [1-9]/);
    }, 60_000);
    expect(await countRecords(given().id)).to.deep.equal({});
    const files = await readdir(getDataLayout(system().dataDirectory).files);
    const hasFile = portfolios.map(({ ids }) => files.some((file) => file.startsWith(ids.export)));
    expect(hasFile).to.deep.equal([false, false, true, true]);
  });

  it('is erased with the accounts of people who have no other workspace, while other accounts are kept', async () => {
    const people = databases.get('auth')?.live.collection('people');
    expect(await people?.countDocuments({ email: alone?.email })).to.equal(0);
    expect(await people?.countDocuments({ email: both?.email })).to.equal(1);
  });

  it('can be erased without affecting the data of another workspace', async () => {
    const { id = '', api } = neighbour ?? {};
    const [, , own] = portfolios;
    for (const [path, kind] of [
      ['leads', 'lead'],
      ['units', 'unit'],
      ['deals', 'deal'],
      ['agents', 'agent'],
      ['webhooks', 'webhook'],
    ] as const) {
      expect((await api?.get(`/v1/${path}/${own?.ids[kind]}`))?.status, path).to.equal(200);
    }
    expect(await runDoctors(id)).to.deep.equal([]);
  });
});
