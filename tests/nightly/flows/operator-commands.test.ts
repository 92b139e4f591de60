import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { ApiClient } from '../../support/api-client.js';
import { askAuth } from '../../support/auth-host.js';
import { eventually } from '../../support/eventually.js';
import { readMail } from '../../support/mail-folder.js';
import { newPerson } from '../../support/person.js';
import { runCommand } from '../../support/run-command.js';
import { system } from '../../support/system.js';
import { computeCode } from '../../support/totp-code.js';
import { newKey, newWorkspace } from '../../support/workspace.js';

const root = resolve(import.meta.dirname, '../../..');

function listScripts(): string[] {
  const services = readdirSync(join(root, 'services')).map((unit) => join('services', unit));
  return ['gateway', ...services].flatMap((unit) => {
    const folder = join(root, unit, 'dist', 'commands');
    return readNames(folder).map((name) => join(folder, name));
  });
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.js'));
  } catch {
    return [];
  }
}

describe('the operator commands', () => {
  it('print help without an environment, and refuse an unknown option', () => {
    const scripts = listScripts();
    expect(scripts).to.have.length.of.at.least(25);
    expect(scripts).to.include(join(root, 'gateway/dist/commands/doctor.js'));
    for (const script of scripts) {
      const run = (option: string) => spawnSync(process.execPath, [script, option], { encoding: 'utf8', env: {} });
      const helped = run('--help');
      expect([helped.status, helped.stderr], script).to.deep.equal([0, '']);
      expect(helped.stdout, script).to.match(/^Usage: [a-z-]+\.js/);
      const refused = run('--no-such-option');
      expect([refused.status, refused.stdout], script).to.deep.equal([2, '']);
      expect(refused.stderr, script)
        .to.include('Usage: ')
        .and.not.match(/\n\s+at /);
    }
  });

  it('report an unknown id, and exit with 1', async () => {
    for (const [service, name, args, unit] of [
      ['auth', 'reset-sandbox', ['ws_none']],
      ['auth', 'export-workspace', ['ws_none']],
      ['auth', 'workspaces', ['show', 'ws_none']],
      ['auth', 'workspaces', ['suspend', 'ws_none', '--reason', 'other']],
      ['auth', 'keys', ['revoke', '--workspace', 'ws_none']],
      ['transfer', 'jobs', ['list', 'imports', '--id', 'imp_none'], 'kit'],
      ['transfer', 'jobs', ['list', 'nothing'], 'kit'],
      ['auth', 'reset-second-factor', ['--email', 'nobody@example.com']],
      ['webhook', 'dead-letters', ['list', 'no.queue'], 'kit'],
      ['webhook', 'dead-letters', ['discard', 'webhook.events', '--id', 'evt_none'], 'kit'],
    ] as const) {
      const { code, output, errors } = await runCommand(service, name, args, unit);
      expect([code, output], `${name} ${args.join(' ')}`).to.deep.equal([1, '']);
      expect(errors).to.match(/^\S.*\.\n$/);
    }
    expect((await runCommand('transfer', 'jobs', ['list', 'imports', '--status', 'lost'], 'kit')).code).to.equal(2);
  });

  it('refuse to republish, rebuild or erase unknown records', async () => {
    const since = ['--since', '2026-01-01T00:00:00Z', '--workspace', 'ws_none'];
    const republished = await runCommand('pipeline', 'republish', since, 'kit');
    expect([republished.code, republished.errors]).to.deep.equal([
      1,
      'No events of ws_none were published since then.\n',
    ]);
    const rebuilt = await runCommand('pipeline', 'rebuild', ['nothing']);
    expect([rebuilt.code, rebuilt.output]).to.deep.equal([2, '']);
    expect(rebuilt.errors).to.include('nothing').and.include('Usage: ');
    const erased = await runCommand('pipeline', 'erase-workspace', ['ws_none', '--permit', 'none'], 'kit');
    expect([erased.code, erased.output]).to.deep.equal([2, '']);
    expect(erased.errors).to.include('This permit does not allow erasing ws_none.');
  });

  it('remove the second factor of the only owner, who is notified by email and signs in again', async () => {
    const { email, password, token } = await newPerson(await newWorkspace(), 'owner');
    const { secret } = (await askAuth('POST', '/auth/two-factor', undefined, token)).data;
    expect((await askAuth('PUT', '/auth/two-factor', { code: computeCode(secret) }, token)).status).to.equal(200);
    const signIn = () => askAuth('POST', '/auth/session', { email, password });
    expect((await signIn()).error).to.include({ reason: 'two_factor_required' });
    const { code, errors } = await runCommand('auth', 'reset-second-factor', ['--email', email]);
    expect([code, errors]).to.deep.equal([0, '']);
    expect((await signIn()).status).to.equal(201);
    expect(await readMail(email, 'Your two-factor authentication was reset')).to.include('The operator of Plotline');
  });

  it('notify the creator of a revoked key by email', async () => {
    const workspace = await newWorkspace();
    const { email, token } = await newPerson(workspace, 'owner');
    const key = { name: 'Website', mode: 'live', scopes: ['read:leads'] };
    const { data } = await askAuth('POST', '/auth/api-keys', key, token);
    const revoked = await runCommand('auth', 'keys', ['revoke', '--workspace', workspace.id, '--id', data.id]);
    expect([revoked.code, revoked.errors]).to.deep.equal([0, '']);
    expect(await readMail(email, 'An API key was revoked')).to.include('Website');
  });

  it('require --again to create a second workspace with the same name', async () => {
    const args = ['--name', `Twice ${Date.now()}`, '--owner-email', 'ada@example.com'];
    expect((await runCommand('auth', 'create-workspace', args)).code).to.equal(0);
    const second = await runCommand('auth', 'create-workspace', args);
    expect([second.code, second.output]).to.deep.equal([1, '']);
    expect(second.errors).to.include('--again');
    expect((await runCommand('auth', 'create-workspace', [...args, '--again'])).code).to.equal(0);
  });

  it("set a workspace's plan, suspend the workspace and resume it", async () => {
    const { id, api, key } = await newWorkspace();
    const run = async (...args: readonly string[]) => {
      const { code, output, errors } = await runCommand('auth', 'workspaces', args);
      expect([code, errors], args.join(' ')).to.deep.equal([0, '']);
      return output;
    };
    expect(JSON.parse(await run('set-plan', id, 'starter'))).to.include({ id, plan: 'starter' });
    expect(await run('list')).to.include(id);
    expect(JSON.parse(await run('suspend', id, '--reason', 'payment')).suspended_at).to.be.a('string');
    await eventually(async () => {
      const { status, error } = await api.get('/v1/leads');
      expect(status).to.equal(403);
      expect(error).to.include({ reason: 'workspace_suspended' });
    });
    expect((await runCommand('auth', 'workspaces', ['suspend', id, '--reason', 'payment'])).code).to.equal(1);
    expect(JSON.parse(await run('resume', id)).suspended_at).to.equal(null);
    await eventually(async () =>
      expect((await new ApiClient(system().urls.api, key).get('/v1/leads')).status).to.equal(200),
    );
  });

  it('revoke one key or all keys of a workspace', async () => {
    const { id, api, key } = await newWorkspace();
    const one = await newKey(id, 'live');
    const revoke = (...args: readonly string[]) => runCommand('auth', 'keys', ['revoke', '--workspace', id, ...args]);
    expect((await revoke('--id', one.id)).output).to.equal(`1 keys of ${id} are revoked\n`);
    await eventually(async () =>
      expect((await new ApiClient(system().urls.api, one.key).get('/v1/leads')).status).to.equal(401),
    );
    expect((await new ApiClient(system().urls.api, key).get('/v1/leads')).status).to.equal(200);
    expect((await revoke('--id', 'key_none')).code).to.equal(1);
    expect((await revoke()).code).to.equal(0);
    await eventually(async () => expect((await api.get('/v1/leads')).status).to.equal(401));
  });
});
