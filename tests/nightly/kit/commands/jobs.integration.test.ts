import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { count, startJobs } from '../../../kit/tasks/job-fixture.js';
import { createTestConfig } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';

const execute = promisify(execFile);
const script = fileURLToPath(new URL('../../../../services/kit/dist/commands/jobs.js', import.meta.url));

describe('the job command', () => {
  const jobs = useFixture(startJobs);

  async function run(...args: string[]) {
    const config = Object.entries(createTestConfig(jobs().database)).map(([name, value]) => [name, String(value)]);
    const env = { ...process.env, ...Object.fromEntries(config), HTTP_PORT: '1', GRPC_PORT: '2' };
    const { stdout } = await execute(process.execPath, [script, ...args], { env });
    return stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): Record<string, unknown> => JSON.parse(line));
  }

  it('lists jobs of all workspaces, cancels a job, and continues it', async () => {
    const [one, two] = [await jobs().create('ws_one'), await jobs().create('ws_two', 3, 'sandbox')];
    const [first, second, ...others] = await run('list', 'counts');
    expect(first).to.include({
      id: one.id,
      workspace_id: 'ws_one',
      mode: 'live',
      status: 'queued',
      resource: 'numbers',
    });
    expect(second).to.include({ id: two.id, workspace_id: 'ws_two', mode: 'sandbox' });
    expect(others).to.deep.equal([]);
    expect(first).to.not.have.any.keys('input', 'state', 'lease_token');
    expect((await run('cancel', 'counts', '--id', one.id))[0]).to.include({ status: 'cancelled' });
    expect((await run('list', 'counts', '--status', 'cancelled')).map(({ id }) => id)).to.deep.equal([one.id]);
    expect((await run('restart', 'counts', '--id', one.id))[0]).to.include({ status: 'queued' });
    await jobs().addWorker(count);
    expect(await jobs().untilEnded(one.id, 'ws_one')).to.include({ status: 'completed', processed: 3 });
    expect(await run('restart', 'counts', '--id', one.id).catch(({ stderr }) => stderr)).to.include('completed');
    expect(await run('cancel', 'counts', '--id', 'cnt_none').catch(({ stderr }) => stderr)).to.include(
      'no job cnt_none',
    );
  });

  it('prints its usage for an invalid command line', async () => {
    for (const args of [
      [],
      ['list'],
      ['cancel', 'counts'],
      ['list', 'counts', 'more'],
      ['list', 'counts', '--limit', '0'],
    ]) {
      const failed = await run(...args).catch((error: unknown) => error);
      expect(failed, args.join(' ')).to.include({ code: 2 });
      expect(String(Reflect.get(Object(failed), 'stderr'))).to.include('Usage');
    }
  });
});
