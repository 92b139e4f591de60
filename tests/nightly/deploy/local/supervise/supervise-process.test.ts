import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type SupervisedProcess, superviseProcess } from '@plotline/local/supervise/supervise-process';
import { expect } from 'chai';
import { isRunning, until } from '../../../../deploy/local/stubs/process-is-running.js';
import { temporaryDirectory } from '../../../../deploy/local/stubs/temporary-directory.js';

describe('a supervised process', () => {
  const directory = temporaryDirectory();
  const readyFile = join(directory, 'ready');
  const started: SupervisedProcess[] = [];
  let reports: string[] = [];
  let starts: number[] = [];

  /** Runs JavaScript code that signals readiness by writing a file. */
  function supervise(script: string, stopWithinMs = 5_000): SupervisedProcess {
    const ready = `require('fs').writeFileSync(${JSON.stringify(readyFile)}, String(process.pid));`;
    const supervised = superviseProcess({
      name: 'example',
      command: process.execPath,
      args: ['-e', script.replace('READY', ready)],
      environment: {},
      logFile: join(directory, 'logs', 'example.log'),
      isReady: async () => existsSync(readyFile) && readFileSync(readyFile, 'utf8') === String(supervised.processId()),
      readyWithinMs: 10_000,
      stopWithinMs,
      report: (line) => reports.push(line),
      onStart: (processId) => starts.push(processId),
    });
    started.push(supervised);
    return supervised;
  }

  beforeEach(() => {
    reports = [];
    starts = [];
    rmSync(readyFile, { force: true });
  });
  afterEach(() => Promise.all(started.splice(0).map((one) => one.stop())));

  it('restarts after it was killed, and reports the restart', async () => {
    const example = supervise('READY setInterval(() => {}, 1000)');
    await example.start();
    const first = example.processId();
    await example.kill();
    await example.whenReady(AbortSignal.timeout(10_000));
    expect(example.processId()).to.be.a('number').and.not.equal(first);
    expect(starts).to.deep.equal([first, example.processId()]);
    await until(() => reports.includes('example is back'));
    expect(reports[0]).to.include('signal SIGKILL');
  });

  it('restarts after a normal exit', async () => {
    const example = supervise('READY setTimeout(() => {}, 3_000)');
    await example.start();
    await until(() => starts.length >= 2);
    expect(reports[0]).to.include('exit code 0');
  });

  it('does not restart after a failed first start, and rejects with its last log lines', async () => {
    const example = supervise('console.error("no database"); process.exit(3)');
    const message = await example.start().then(() => '', String);
    expect(message).to.include('example ended before it was ready (exit code 3)').and.contain('| no database');
    expect(starts).to.have.length(1);
    expect(reports).to.deep.equal([]);
  });

  it('reports a program that does not exist', async () => {
    const example = superviseProcess({
      name: 'ghost',
      command: join(directory, 'ghost'),
      args: [],
      environment: {},
      logFile: join(directory, 'ghost.log'),
      isReady: async () => true,
      readyWithinMs: 5_000,
      stopWithinMs: 1_000,
      report: () => undefined,
    });
    expect(await example.start().then(() => '', String)).to.include('ENOENT');
  });

  it('ends on SIGTERM with its process group, and stays down', async () => {
    const child = join(directory, 'child');
    const example = supervise(`
      const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      require('fs').writeFileSync(${JSON.stringify(child)}, String(child.pid));
      READY setInterval(() => {}, 1000)`);
    await example.start();
    const processIds = [example.processId() ?? 0, Number(readFileSync(child, 'utf8'))];
    expect(processIds.map(isRunning)).to.deep.equal([true, true]);
    await example.stop();
    await until(() => !processIds.some(isRunning));
    expect(example.processId()).to.equal(undefined);
    expect(starts).to.have.length(1);
  });

  it('is ended by SIGKILL when it ignores SIGTERM until the grace period ends', async () => {
    const example = supervise(
      'process.on("SIGTERM", () => console.log("never")); READY setInterval(() => {}, 1000)',
      2_000,
    );
    await example.start();
    const processId = example.processId() ?? 0;
    await example.stop();
    expect(isRunning(processId)).to.equal(false);
    expect(readFileSync(join(directory, 'logs', 'example.log'), 'utf8')).to.include('never');
  });

  it('can be stopped while it waits for a restart', async () => {
    const example = supervise('READY setInterval(() => {}, 1000)');
    await example.start();
    await example.kill();
    await until(() => reports.length > 0);
    await example.stop();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(starts).to.have.length(1);
  });

  it('can be started again after a stop', async () => {
    const example = supervise('READY setInterval(() => {}, 1000)');
    await example.start();
    await example.stop();
    await example.start();
    expect(isRunning(example.processId() ?? 0)).to.equal(true);
  });
});
