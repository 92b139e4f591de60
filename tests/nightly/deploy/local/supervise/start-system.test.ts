import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { findFreePorts } from '@plotline/local/supervise/free-ports';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { startSystem } from '@plotline/local/supervise/start-system';
import type { SystemOptions } from '@plotline/local/supervise/system-options';
import { expect } from 'chai';
import { isRunning, until } from '../../../../deploy/local/stubs/process-is-running.js';
import { temporaryDirectory } from '../../../../deploy/local/stubs/temporary-directory.js';

const PROGRAMS = ['auth', 'connect', 'inventory', 'pipeline', 'team', 'transfer', 'webhook', 'gateway'] as const;

describe('a system with stubs for its programs', () => {
  const directory = temporaryDirectory();
  const orderFile = join(directory, 'order');
  const stub = join(import.meta.dirname, '../../../../deploy/local/stubs/program.mjs');
  let store: Server;
  let options: SystemOptions;
  let system: RunningSystem | undefined;
  let reports: string[];

  before(async () => {
    store = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  });
  after(() => store.close());

  beforeEach(async () => {
    const address = store.address();
    const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    reports = [];
    options = {
      checkout: directory,
      dataDirectory: join(directory, 'data'),
      ports: await findFreePorts(),
      environment: {
        PATH: '',
        MONGO_URL: `mongodb://${host}`,
        AMQP_URL: `amqp://u:hidden@${host}`,
        REDIS_URL: `redis://${host}`,
      },
      report: (line) => reports.push(line),
      programs: Object.fromEntries(PROGRAMS.map((name) => [name, stub])),
      programEnvironment: Object.fromEntries(PROGRAMS.map((name) => [name, { PROGRAM: name, ORDER_FILE: orderFile }])),
    };
  });
  afterEach(async () => {
    await system?.stop();
    system = undefined;
    rmSync(orderFile, { force: true });
  });

  it('starts, reports each component with its start time and without passwords, and stops with the gateway first', async () => {
    system = await startSystem(options);
    for (const name of [...PROGRAMS, 'MongoDB', 'RabbitMQ', 'Redis']) {
      expect(
        reports.filter((line) => / s {2}/.test(line) && line.includes(`${name}:`)),
        name,
      ).to.have.length(1);
    }
    expect(reports.join('\n')).to.not.include('hidden');
    const processIds = PROGRAMS.flatMap((name) => system?.processIds(name));
    await system.stop();
    expect(processIds).to.have.length(8);
    expect(processIds.filter((id) => id !== undefined && isRunning(id))).to.deep.equal([]);
    const order = readFileSync(orderFile, 'utf8').trim().split('\n');
    expect(order[0]).to.equal('gateway');
    expect(order).to.have.members([...PROGRAMS]);
  });

  it('restarts a killed component without restarting the others', async () => {
    system = await startSystem(options);
    const [killed, others] = [system.processIds('pipeline'), system.processIds('auth')];
    await system.kill('pipeline');
    await system.whenReady('pipeline');
    expect(system.processIds('pipeline')).to.have.length(1).and.not.deep.equal(killed);
    expect(system.processIds('auth')).to.deep.equal(others);
  });

  it('keeps a held component down until the hold is released', async () => {
    system = await startSystem(options);
    await system.hold('team');
    expect(system.processIds('team')).to.deep.equal([]);
    const answer = await fetch(system.services.team.httpUrl).then(
      () => 'answers',
      () => 'refused',
    );
    expect(answer).to.equal('refused');
    await system.release('team');
    expect((await fetch(system.services.team.httpUrl)).status).to.equal(200);
  });

  it('runs a second instance of a service on its own ports and stops it with the rest', async () => {
    system = await startSystem(options);
    const { redis } = options.ports;
    const instance = await system.startInstance('pipeline', { HTTP_PORT: redis + 1, GRPC_PORT: redis + 2 });
    expect(instance.name).to.equal('pipeline-2');
    const environment = await (await fetch(instance.httpUrl)).text();
    expect(JSON.parse(environment)).to.include({ GRPC_PORT: String(redis + 2), MONGO_DATABASE: 'plotline_pipeline' });
    const processIds = system.processIds('pipeline-2');
    await system.stop();
    expect(processIds.map(isRunning)).to.deep.equal([false]);
  });

  it('runs a second gateway and a second process of each service on the given ports', async () => {
    const replica = await findFreePorts();
    system = await startSystem({ ...options, replicas: [replica] });
    const environment = await (await fetch(`http://127.0.0.1:${replica.services.team.http}`)).text();
    expect(JSON.parse(environment)).to.include({ PROGRAM: 'team', MONGO_DATABASE: 'plotline_team' });
    expect((await fetch(`http://127.0.0.1:${replica.private}/ready`)).status).to.equal(200);
    const names = PROGRAMS.flatMap((name) => [name, `${name}-2`]);
    expect(names.flatMap((name) => system?.processIds(name))).to.have.length(16);
  });

  it('does not start twice on the same data', async () => {
    system = await startSystem(options);
    const record = readFileSync(join(options.dataDirectory, 'run.json'), 'utf8');
    const message = await startSystem(options).then(() => '', String);
    expect(message).to.include('already runs');
    expect(readFileSync(join(options.dataDirectory, 'run.json'), 'utf8')).to.equal(record);
  });

  it('stops everything when one program fails, and reports which program failed', async () => {
    const broken = { ...options, programs: { ...options.programs, team: join(directory, 'none.js') } };
    const message = await startSystem(broken).then(() => '', String);
    expect(message).to.include('team ended before it was ready').and.contain('none.js');
    const { auth } = options.ports.services;
    expect(
      await fetch(`http://127.0.0.1:${auth.http}`).then(
        () => 'answers',
        () => 'refused',
      ),
    ).to.equal('refused');
  });

  it('aborts a running start on request', async () => {
    const stopping = new AbortController();
    const programEnvironment = {
      ...options.programEnvironment,
      auth: { PROGRAM: 'auth', ORDER_FILE: orderFile, NEVER_READY: '1' },
    };
    const start = startSystem({ ...options, programEnvironment, signal: stopping.signal }).then(() => '', String);
    await until(() => reports.some((line) => line.includes('team:')));
    stopping.abort(new Error('Stopped by SIGTERM.'));
    expect(await start).to.include('Stopped by SIGTERM.');
    const { team } = options.ports.services;
    expect(
      await fetch(`http://127.0.0.1:${team.http}`).then(
        () => 'answers',
        () => 'refused',
      ),
    ).to.equal('refused');
  });

  it('does not empty servers that the environment configures', async () => {
    expect(await startSystem({ ...options, fresh: true }).then(() => '', String)).to.include('MONGO_URL');
  });

  it('reports the variable of a server that does not respond', async () => {
    const environment = { ...options.environment, REDIS_URL: 'redis://127.0.0.1:1' };
    expect(await startSystem({ ...options, environment }).then(() => '', String)).to.include('REDIS_URL');
  });
});
