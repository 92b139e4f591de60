import { createHmac } from 'node:crypto';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { expect } from 'chai';
import pLimit from 'p-limit';
import { ApiClient } from '../../../support/api-client.js';
import { eventually } from '../../../support/eventually.js';
import { type Received, startReceiver } from '../../../support/receiver.js';
import { useFixture } from '../../../support/use-fixture.js';
import { newKey, newWorkspace } from '../../../support/workspace.js';
import { createPlan } from '../campaign/plan/plan.js';
import { describeViolations } from '../campaign/report.js';
import { runCampaign } from '../campaign/run-campaign.js';
import { startRotatableSystem } from './rotatable-system.js';
import { rotatedSecrets } from './secret-files.js';
import { Traffic } from './traffic.js';

const programs = ['auth', 'connect', 'inventory', 'pipeline', 'team', 'transfer', 'webhook', 'gateway'] as const;
const signingSecret = 'a signing secret of the customer';

/** Seed whose faults hit every program and every store within such a short load. */
const plan = createPlan(6_119, 40);

/**
 * Restarts first one process of every program and then the other, as a rolling restart does. So a process may call an
 * old or a new process of another program.
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

describe('two gateways and two processes of each service', function () {
  this.timeout(900_000);
  const fixture = useFixture(startRotatableSystem);
  const receiver = useFixture(startReceiver);

  it('serve requests, deliveries and replays without failure while every secret is replaced, and end without the old secrets', async () => {
    const { secrets, base, replicated } = fixture();
    const { system } = await replicated();
    const workspace = await newWorkspace({ system });
    const used = await newKey(workspace.id, 'live', ['read:leads'], 0, system);
    const api = new ApiClient(base, workspace.key);
    const subscription = { url: receiver().url, events: ['lead.created'], secret: signingSecret };
    expect((await api.post('/v1/webhooks', subscription)).status).to.equal(201);

    // The fake provider confirms any token.
    const connection = await api.create('/v1/connections', {
      provider: 'hubspot',
      credentials: { access_token: `pat-na1-${'x'.repeat(32)}` },
    });

    const traffic = new Traffic(base, workspace.key);
    traffic.start(2);
    for (const step of ['introduce', 'switch'] as const) {
      for (const name of rotatedSecrets) await secrets.rotate(name, step);
      await restartAll(system);
    }
    // Meets the runbook's conditions for `finish`. Stored answers would otherwise expire only after a day.
    expect((await new ApiClient(base, used.key).get('/v1/leads')).status).to.equal(200);
    expect((await new ApiClient(system.urls.sandbox, workspace.testKey).get('/v1/leads')).status).to.equal(200);
    await secrets.runCommand('webhook', 'reseal-secrets', system);
    await secrets.runCommand('connect', 'reseal-secrets', system);
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
    await eventually(() => expect(traffic.leadIds.filter((id) => !delivered().has(id))).to.deep.equal([]));
    expect((await api.post(`/v1/connections/${connection.id}/test`)).status).to.equal(200);
    for (const request of receiver().received) expect(isSigned(request, signingSecret), request.body).to.equal(true);
    expect((await new ApiClient(base, used.key).get('/v1/leads')).status).to.equal(200);
  });

  it('keep every guarantee of the campaign while every store and one process per program are killed and one process is frozen', async () => {
    for (const kind of ['kill', 'freeze']) {
      const targets = plan.faults.filter((fault) => fault.kind === kind).map(({ target }) => target.split('-')[0]);
      expect([...new Set(targets)], kind).to.have.members([...programs, 'mongo', 'rabbitmq', 'redis']);
    }
    const result = await runCampaign(plan, await fixture().replicated(), () => undefined);
    expect(describeViolations(result).join('\n')).to.equal('');
  });
});
