import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endLeftovers } from '@plotline/local/supervise/end-leftovers';
import { readProcessIdentity } from '@plotline/local/supervise/os-process';
import { openRunRecord, readRunRecord, writeRunRecord } from '@plotline/local/supervise/run-record';
import { expect } from 'chai';
import { isRunning, until } from '../stubs/process-is-running.js';
import { temporaryDirectory } from '../stubs/temporary-directory.js';

describe('processes that a killed launcher left running', () => {
  const file = join(temporaryDirectory(), 'run.json');
  const children: ChildProcess[] = [];
  const ended = { processId: 2 ** 22 + 1, identity: 'of a launcher that has ended' };

  function startSleeper(): { processId: number; identity: string } {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
    children.push(child);
    const processId = child.pid ?? 0;
    return { processId, identity: readProcessIdentity(processId) ?? '' };
  }

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  it('are ended by the next start', async () => {
    const leftovers = [startSleeper(), startSleeper()];
    writeRunRecord(file, { launcher: ended, processes: leftovers });
    expect(await endLeftovers(file)).to.equal(2);
    expect(leftovers.map(({ processId }) => isRunning(processId))).to.deep.equal([false, false]);
  });

  it('are not confused with a process that got the same id later', async () => {
    const other = startSleeper();
    writeRunRecord(file, { launcher: ended, processes: [{ ...other, identity: 'started at another time' }] });
    expect(await endLeftovers(file)).to.equal(0);
    expect(isRunning(other.processId)).to.equal(true);
  });

  it('are left alone while their launcher still runs, and the error shows its process id', async () => {
    const launcher = startSleeper();
    const component = startSleeper();
    writeRunRecord(file, { launcher, processes: [component] });
    expect(await endLeftovers(file).then(() => '', String)).to.include(`kill ${launcher.processId}`);
    expect(isRunning(component.processId)).to.equal(true);
  });

  it('are not searched for without a complete record', async () => {
    expect(await endLeftovers(join(file, 'none'))).to.equal(0);
  });

  it('are found in the record, which lists each process from start to end', async () => {
    const record = openRunRecord(file);
    const [added, watched] = [startSleeper(), startSleeper()];
    record.add(added.processId);
    record.watch(() => [watched.processId]);
    expect(readRunRecord(file)?.processes).to.deep.equal([added, watched]);
    expect(readRunRecord(file)?.launcher.processId).to.equal(process.pid);
    record.killAll();
    await until(() => !isRunning(added.processId) && !isRunning(watched.processId));
    record.close();
    expect(existsSync(file)).to.equal(false);
  });
});
