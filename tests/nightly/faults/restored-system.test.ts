import { appendFile, cp, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databasesOf, services } from '@plotline/backup/model/databases';
import { getDataLayout } from '@plotline/local/supervise/system-options';
import { connect as connectToBroker } from 'amqplib';
import { expect } from 'chai';
import mongoose from 'mongoose';
import type { ApiClient } from '../../support/api-client.js';
import { eventually } from '../../support/eventually.js';
import { createLeads, createUnits } from '../../support/listings-and-leads.js';
import { runCommand, runDoctors } from '../../support/run-command.js';
import { system } from '../../support/system.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';
import { runBackup } from './run-backup.js';

const document = '%PDF-1.4\n%%EOF\n';
const unitCount = 12;

async function win(api: ApiClient, lead: string | undefined, unit: string | undefined): Promise<void> {
  const won = await api.post(`/v1/leads/${lead}/won`, { property_id: unit, deal_value: 90_000 });
  expect(won.status, won.text).to.equal(200);
}

/** Uploads a document of the lead and resolves to its id. */
async function upload(api: ApiClient, lead: string | undefined): Promise<string> {
  const body = { body: document, headers: { 'content-type': 'application/pdf' } };
  const uploaded = await api.call('POST', `/v1/files?lead_id=${lead}&name=Offer.pdf`, body);
  expect(uploaded.status, uploaded.text).to.equal(201);
  return uploaded.record.id;
}

/** Works with the databases of all services. */
async function withDatabases(work: (client: InstanceType<typeof mongoose.mongo.MongoClient>) => Promise<unknown>) {
  const client = await mongoose.mongo.MongoClient.connect(system().mongoUrl);
  await work(client).finally(() => client.close());
}

/** Returns one name for each process, because a system may run all programs in one process. */
function listProcesses(): string[] {
  const byProcess = new Map(['gateway', ...services].map((name) => [system().processIds(name).join(), name]));
  return [...byProcess.values()];
}

/** Empties all queues of the broker, as the runbook says. */
async function emptyQueues(queues: readonly string[]): Promise<void> {
  const connection = await connectToBroker(system().amqpUrl);
  const channel = await connection.createChannel();
  for (const queue of queues) await channel.purgeQueue(queue);
  await connection.close();
}

/** Returns the names of the queues that the services consume. */
async function listQueues(): Promise<string[]> {
  const lines = await Promise.all(
    Object.values(system().services).map(async ({ httpUrl }) => (await fetch(`${httpUrl}/metrics`)).text()),
  );
  return [
    ...new Set(
      [...lines.join('\n').matchAll(/^plotline_queue_messages\{[^}]*queue="([^"]+)"/gm)].map(([, name = '']) => name),
    ),
  ];
}

describe('a backup of the whole system', () => {
  let directory: string;
  let workspace: TestWorkspace;
  let file: string;
  let [unit, lead, lostLead]: (string | undefined)[] = [];
  let deals: unknown;

  const readDeals = async () => (await workspace.api.get('/v1/deals?per_page=100')).records.map(({ id }) => id);
  const run = (...args: readonly string[]) => runBackup(directory, ...args);

  before('makes a backup while units are sold', async () => {
    directory = await mkdtemp(join(tmpdir(), 'plotline-backups-'));
    workspace = await newWorkspace();
    const { api } = workspace;
    const { unitIds } = await createUnits(api, unitCount);
    const leadIds = await createLeads(api, unitCount);
    [unit] = unitIds;
    [lead] = leadIds;
    await win(api, lead, unit);
    file = await upload(api, lead);
    let isOver = false;
    const selling = (async () => {
      for (let next = 1; next < unitCount && !isOver; next += 1) await win(api, leadIds[next], unitIds[next]);
    })();
    const made = await run('make');
    isOver = true;
    await selling;
    expect(made.code, made.errors).to.equal(0);
  });
  after(() => rm(directory, { recursive: true, force: true }));

  it('can be read only by its owner', async () => {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect(mode & 0o077, entry.name).to.equal(0);
    }
    expect(entries.map(({ name }) => name)).to.include.members(['manifest.json', 'deals.bson.gz', file]);
  });

  it('is complete, and can be restored next to the databases in use, which are kept', async () => {
    expect(await run('check')).to.deep.include({ code: 0, errors: '' });
    const before = await readDeals();
    const tried = await run('try');
    expect(tried.output, tried.errors).to.match(/can be restored: \d+ records in \d+ collections, \d+ files\n$/);
    expect(await readDeals()).to.deep.equal(before);
    await withDatabases(async (client) => {
      const { databases } = await client.db().admin().listDatabases();
      expect(databases.map(({ name }) => name).filter((name) => name.includes('trial'))).to.deep.equal([]);
    });
  });

  it('is refused when a file is damaged or missing, before anything is written', async () => {
    const [name = ''] = await readdir(directory);
    const deal = 'mongodb/plotline_pipeline_live/deals.bson.gz';
    const damages: readonly ((path: string) => Promise<void>)[] = [
      (path) => appendFile(path, 'x'),
      (path) => truncate(path, 30),
      (path) => rm(path),
    ];
    for (const damage of damages) {
      const copies = await mkdtemp(join(tmpdir(), 'plotline-damaged-'));
      await cp(join(directory, name), join(copies, name), { recursive: true });
      await damage(join(copies, name, deal));
      for (const args of [['check'], ['try'], ['restore', 'latest', '--drop']]) {
        const refused = await runBackup(copies, ...args);
        expect(refused.code).to.equal(1);
        expect(refused.errors).to.include(`is damaged: ${deal}`);
      }
      await rm(copies, { recursive: true });
    }
    expect((await workspace.api.get(`/v1/units/${unit}`)).record.status).to.equal('sold');
  });

  it('is not restored over databases with records, unless requested', async () => {
    const refused = await run('restore', 'latest');
    expect([refused.code, refused.errors]).to.deep.equal([
      1,
      'The database plotline_auth_live is not empty. Use --drop to replace it.\n',
    ]);
  });

  it('restores everything after all databases and files are lost', async () => {
    const { api } = workspace;
    const { files } = getDataLayout(system().dataDirectory);
    [lostLead] = await createLeads(api, 1, 'later');
    await api.call('DELETE', `/v1/files/${file}`);
    const queues = await listQueues();
    expect(queues.length).to.be.greaterThan(services.length);
    const processes = listProcesses();
    for (const name of processes) await system().hold(name);
    await withDatabases(async (client) => {
      for (const database of services.flatMap(databasesOf)) await client.db(database).dropDatabase();
    });
    for (const name of await readdir(files)) await rm(join(files, name));

    const restored = await run('restore', 'latest');
    expect(restored.code, restored.errors).to.equal(0);
    await emptyQueues(queues);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    for (const service of services) {
      const outcome = await runCommand(service, 'republish', ['--since', since], 'kit');
      expect(outcome.code, outcome.errors).to.equal(0);
    }
    for (const name of processes.toReversed()) await system().release(name);

    await eventually(async () => expect((await api.get(`/v1/units/${unit}`)).status).to.equal(200), 30_000);
    expect((await api.get(`/v1/units/${unit}`)).record.status).to.equal('sold');
    deals = await readDeals();
    expect(deals).to.have.length.within(1, unitCount);
    expect((await api.get(`/v1/leads/${lead}`)).record.stage).to.equal('won');
    expect((await api.get(`/v1/leads/${lostLead}`)).status).to.equal(404);
    const { url } = (await api.get(`/v1/files/${file}`)).record;
    expect(await (await fetch(String(url))).text()).to.equal(document);
  });

  it('passes the doctor checks of every service after the restore, and the system accepts new work', async () => {
    expect(await runDoctors(workspace.id)).to.deep.equal([]);
    const [next] = await createLeads(workspace.api, 1, 'after');
    expect((await workspace.api.get(`/v1/leads/${next}`)).status).to.equal(200);
    expect(await readDeals()).to.deep.equal(deals);
  });

  it('lets the next backup share the files that have not changed', async () => {
    const [first = ''] = await readdir(directory);
    expect(await run('make')).to.deep.include({ code: 0 });
    const names = (await run('list')).output.trim().split('\n');
    const newest = names.at(-1) ?? '';
    expect(newest > first, `${newest} after ${first}`).to.equal(true);
    // If two backups are from the same hour, only the newer one is kept.
    const toHour = (name: string) => name.slice(0, 'plotline-20261201T19'.length);
    expect(names).to.deep.equal(toHour(first) === toHour(newest) ? [newest] : [first, newest]);
    expect(await run('check')).to.deep.include({ code: 0, errors: '' });
  });
});
