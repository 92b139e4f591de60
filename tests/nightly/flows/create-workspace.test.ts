import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { ApiClient } from '../../support/api-client.js';
import { askAuth, tokenOf } from '../../support/auth-host.js';
import { createServiceEnvironment } from '../../support/service-environment.js';
import { system } from '../../support/system.js';

const run = promisify(execFile);
const command = resolve(import.meta.dirname, '../../../services/auth/dist/commands/create-workspace.js');

describe('the command create-workspace', () => {
  it('prints an invitation with which the owner chooses a password, signs in and creates a key', async () => {
    const owner = { email: `owner-${randomUUID()}@example.com`, password: 'a kettle on the ninth floor' };
    const values = ['--name', 'Harbour Homes', '--owner-email', owner.email, '--plan', 'professional'];
    const { stdout } = await run(process.execPath, [command, ...values], {
      env: await createServiceEnvironment('auth'),
    });
    const link = /^http\S+$/m.exec(stdout)?.[0] ?? '';
    expect(link).to.match(new RegExp(`^${system().urls.auth}/auth/invitation\\?token=`));
    expect((await fetch(link)).status).to.equal(200);
    const acceptance = { token: tokenOf(link), name: 'Ada Lopez', password: owner.password };
    expect((await askAuth('POST', '/auth/invitations/accept', acceptance)).status).to.equal(201);
    const { status, data } = await askAuth('POST', '/auth/session', owner);
    expect([status, data.memberships[0].role]).to.deep.equal([201, 'owner']);
    expect(data.memberships[0].workspace).to.include({ name: 'Harbour Homes', plan: 'professional' });
    expect(stdout).to.include(data.memberships[0].workspace.id);
    const made = await askAuth('POST', '/auth/api-keys', { name: 'CRM', mode: 'live', scopes: ['admin'] }, data.token);
    expect(made.status).to.equal(201);
    const { records } = await new ApiClient(system().urls.api, made.data.key).call('GET', '/v1/agents');
    expect(records.map(({ email }) => email)).to.deep.equal([owner.email]);
  });

  it('creates nothing and fails for an invalid address', async () => {
    const values = ['--name', 'Harbour Homes', '--owner-email', 'x,ada@example.com'];
    const failed = await run(process.execPath, [command, ...values], {
      env: await createServiceEnvironment('auth'),
    }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failed).to.be.instanceOf(Error).and.include({ code: 1 });
  });
});
