import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, copyFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ControlConnection, connectToSystem } from '@plotline/local/develop/control-client';
import { getControlPath } from '@plotline/local/develop/control-protocol';
import { type ControlServer, serveDevelopment } from '@plotline/local/develop/control-server';
import { findFreePorts } from '@plotline/local/supervise/free-ports';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { startSystem } from '@plotline/local/supervise/start-system';
import { expect } from 'chai';
import { isRunning } from '../../../../deploy/local/stubs/process-is-running.js';
import { temporaryDirectory } from '../../../../deploy/local/stubs/temporary-directory.js';
import { freePort } from '../../../../support/free-port.js';

const PROGRAMS = ['auth', 'connect', 'inventory', 'pipeline', 'team', 'transfer', 'webhook', 'gateway'] as const;
/** Development run that takes over a program and reports it. Then the run is killed. */
const RUN = `
  const socket = require('node:net').connect(process.argv[1]);
  socket.write(JSON.stringify({ program: 'team', processId: process.pid }) + '\\n');
  socket.on('data', (reply) => process.stdout.write(reply));
`;

describe('a program in development', () => {
  const directory = temporaryDirectory();
  const dataDirectory = join(directory, 'data');
  const program = join(directory, 'program.mjs');
  let stores: Server;
  let system: RunningSystem;
  let control: ControlServer;
  let run: ControlConnection | undefined;

  before(async () => {
    copyFileSync(join(import.meta.dirname, '../../../../deploy/local/stubs/program.mjs'), program);
    stores = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => stores.listen(0, '127.0.0.1', resolve));
    const address = stores.address();
    const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    system = await startSystem({
      checkout: directory,
      dataDirectory,
      ports: await findFreePorts(),
      environment: {
        PATH: process.env['PATH'],
        MONGO_URL: `mongodb://${host}`,
        AMQP_URL: `amqp://${host}`,
        REDIS_URL: `redis://${host}`,
      },
      report: () => undefined,
      programs: Object.fromEntries(PROGRAMS.map((name) => [name, program])),
      programEnvironment: Object.fromEntries(
        PROGRAMS.map((name) => [name, { PROGRAM: name, ORDER_FILE: join(directory, 'order') }]),
      ),
    });
    control = await serveDevelopment(getControlPath(dataDirectory), system.develop);
  });
  after(async () => {
    await control.close();
    await system.stop();
    stores.close();
  });
  afterEach(async () => {
    await run?.release();
    run = undefined;
  });

  async function takeOver(inspectPort?: number) {
    run = await connectToSystem(dataDirectory);
    return run.request({ program: 'team', processId: 4_711, inspectPort });
  }

  /** Returns the environment of the program that answers. Undefined if none answers. */
  async function readEnvironment(): Promise<Record<string, string> | undefined> {
    const answer = await fetch(system.services.team.httpUrl).catch(() => undefined);
    return answer && JSON.parse(await answer.text());
  }

  async function untilItAnswers(isRight: (environment: Record<string, string>) => boolean): Promise<void> {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const environment = await readEnvironment();
      if (environment && isRight(environment)) return;
      if (Date.now() > deadline) throw new Error('the program did not answer within a minute');
      await delay(20);
    }
  }

  /** Only the run from source is configured not to drain. */
  const isSource = ({ DRAIN_MS }: Record<string, string>) => DRAIN_MS === '0';

  it('runs from source instead of the built program, in the same environment, until the run ends', async () => {
    const built = await readEnvironment();
    const [processId = 0] = system.processIds('team');
    expect(await takeOver()).to.have.property('started');
    expect(isRunning(processId)).to.equal(false);
    await untilItAnswers(isSource);
    expect(await readEnvironment()).to.include({ ...built, DRAIN_MS: '0' });
    expect(await run?.release()).to.deep.equal({ released: true });
    run = undefined;
    expect(await readEnvironment()).to.deep.equal(built);
    expect(system.processIds('team')).to.have.length(1);
  });

  it('is restarted with the requested inspector when its source changes', async () => {
    const inspectPort = await freePort();
    await takeOver(inspectPort);
    await untilItAnswers(isSource);
    const { Browser: inspected } = JSON.parse(
      await (await fetch(`http://127.0.0.1:${inspectPort}/json/version`)).text(),
    );
    expect(inspected).to.equal(`node.js/${process.version}`);
    appendFileSync(program, "process.env['CHANGED'] = 'yes';\n");
    await untilItAnswers(({ CHANGED }) => CHANGED === 'yes');
  });

  it('falls back to the built program when the run is killed', async () => {
    const killed = spawn(process.execPath, ['-e', RUN, getControlPath(dataDirectory)]);
    const [reply] = await once(killed.stdout, 'data');
    expect(String(reply)).to.include('"started"');
    await untilItAnswers(isSource);
    const [processId = 0] = system.processIds('team-dev');
    killed.kill('SIGKILL');
    await untilItAnswers((environment) => !isSource(environment));
    expect(isRunning(processId)).to.equal(false);
    // The launcher may not have noticed yet that the built program is ready again.
    while (!('started' in (await takeOver()))) await delay(20);
  });

  it('refuses a second run and names the running one', async () => {
    await takeOver();
    const other = await connectToSystem(dataDirectory);
    const reply = await other.request({ program: 'team', processId: 1 });
    expect(reply).to.deep.equal({ error: 'team already runs from source, in process 4711.' });
  });

  it('requires a running system', async () => {
    const message = await connectToSystem(directory).then(() => '', String);
    expect(message).to.include('Start it with `npm start`');
  });
});
