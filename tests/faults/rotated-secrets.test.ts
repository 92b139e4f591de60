import { createHmac } from 'node:crypto';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { expect } from 'chai';
import pLimit from 'p-limit';
import { ApiClient } from '../support/api-client.js';
import { eventually } from '../support/eventually.js';
import { type Received, startReceiver } from '../support/receiver.js';
import { startTcpBalancer } from '../support/tcp-balancer.js';
import { useFixture } from '../support/use-fixture.js';
import { newKey, newWorkspace } from '../support/workspace.js';
import { startReplicatedSystem } from './campaign/system/replicated-system.js';
import { rotatedSecrets, SecretFiles } from './rotation/secret-files.js';
import { Traffic } from './rotation/traffic.js';

const programs = ['auth', 'inventory', 'pipeline', 'team', 'webhook', 'gateway'] as const;

async function startRotatableSystem() {
  const secrets = await SecretFiles.create();
  const common = secrets.toVariables(['caller_secret', 'answer_seal_secret']);
  const replicated = await startReplicatedSystem((line) => process.stdout.write(`${line}\n`), undefined, {
    programEnvironment: {
      auth: { ...common, ...secrets.toVariables(['key_hash_secret', 'auth_seal_secret']) },
      inventory: common,
      pipeline: common,
      team: common,
      webhook: { ...common, ...secrets.toVariables(['webhook_seal_secret']) },
      gateway: secrets.toVariables(['caller_secret']),
    },
  });
  const ports = replicated.gateways.map(({ live }) => Number(new URL(live).port));
  const balancer = await startTcpBalancer(ports);
  return {
    secrets,
    system: replicated.system,
    base: `http://127.0.0.1:${balancer.port}`,
    /** The system's addresses with the secret that callers are signed with now. */
    addresses: async () => ({ ...replicated.system, callerSecret: await secrets.read('caller_secret') }),
    stop: async () => {
      await balancer.stop();
      await replicated.stop();
      await secrets.remove();
    },
  };
}

/**
 * Starts every program anew as a rolling restart does: first one process of each, then the other, so that meanwhile each may call an old
 * or a new one of the others.
 */
async function restartAll(system: RunningSystem): Promise<void> {
  const limit = pLimit(3);
  for (const suffix of ['', '-2']) {
    await Promise.all(programs.map((name) => limit(() => system.restart(`${name}${suffix}`))));
  }
}

function isSigned({ headers, body }: Received, secret: string): boolean {
  const signed = createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.${body}`).digest('hex');
  return headers['x-service-signature'] === `sha256=${signed}`;
}

describe('The replacement of every secret while customers call', function () {
  this.timeout(900_000);
  const fixture = useFixture(startRotatableSystem);
  const receiver = useFixture(startReceiver);
  const signingSecret = 'a signing secret of the customer';

  it('fails no request, signs every delivery, replays every answer, and ends without the former secrets', async () => {
    const { system, secrets, base, addresses } = fixture();
    const workspace = await newWorkspace({ system: await addresses() });
    const used = await newKey(workspace.id, 'live', ['read:leads'], 0, await addresses());
    const api = new ApiClient(base, workspace.key);
    const subscription = { url: receiver().url, events: ['lead.created'], secret: signingSecret };
    expect((await api.post('/v1/webhooks', subscription)).status).to.equal(201);

    const traffic = new Traffic(base, workspace.key);
    traffic.start(4);
    for (const step of ['introduce', 'switch'] as const) {
      for (const name of rotatedSecrets) await secrets.rotate(name, step);
      await restartAll(system);
    }
    // What `finish` waits for, as the runbook has it; answers would have to be waited for for a day.
    expect((await new ApiClient(base, used.key).get('/v1/leads')).status).to.equal(200);
    expect((await new ApiClient(system.urls.sandbox, workspace.testKey).get('/v1/leads')).status).to.equal(200);
    await secrets.runCommand('webhook', 'reseal-secrets', system);
    await secrets.runCommand('auth', 'reseal-secrets', system);
    await eventually(() => secrets.runCommand('auth', 'count-key-hashes', system));
    for (const name of rotatedSecrets) if (name !== 'answer_seal_secret') await secrets.rotate(name, 'finish');
    await restartAll(system);
    await traffic.stop();

    process.stdout.write(
      `${traffic.answered} requests, ${traffic.replays} replays, ${receiver().received.length} deliveries\n`,
    );
    expect(traffic.failures).to.deep.equal([]);
    expect(traffic.wrongReplays).to.deep.equal([]);
    expect(traffic.replays).to.be.at.least(50);
    const delivered = () => new Set(receiver().received.map(({ body }) => String(JSON.parse(body).data.id)));
    await eventually(() => expect(traffic.leadIds.filter((id) => !delivered().has(id))).to.deep.equal([]), 60_000);
    for (const request of receiver().received) expect(isSigned(request, signingSecret), request.body).to.equal(true);
    expect((await new ApiClient(base, used.key).get('/v1/leads')).status).to.equal(200);
  });
});
