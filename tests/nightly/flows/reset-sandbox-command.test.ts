import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { createServiceEnvironment } from '../../support/service-environment.js';
import { newWorkspace } from '../../support/workspace.js';

const execute = promisify(execFile);
const command = resolve(import.meta.dirname, '../../../services/auth/dist/commands/reset-sandbox.js');

describe('the command reset-sandbox', () => {
  it("empties the given workspace's sandbox, and refuses to run without a workspace", async () => {
    const [{ id, sandbox, api }, neighbour] = [await newWorkspace(), await newWorkspace()];
    for (const client of [sandbox, api, neighbour.sandbox]) {
      await client.create('/v1/leads', { name: 'Noor', email: 'noor@example.com' });
    }
    const env = await createServiceEnvironment('auth');
    const failed = await execute(process.execPath, [command], { env }).catch(({ stderr }) => stderr);
    expect(failed).to.include('Usage: reset-sandbox.js');
    await execute(process.execPath, [command, id], { env });
    await eventually(async () => expect((await sandbox.get('/v1/leads')).records).to.deep.equal([]), 30_000);
    for (const client of [api, neighbour.sandbox]) expect((await client.get('/v1/leads')).records).to.have.length(1);
  });
});
