import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeSystem } from '@plotline/local/cli/start';
import { readDemoKey } from '@plotline/local/demo/ensure-demo-data';
import { toConsecutivePorts } from '@plotline/local/supervise/free-ports';
import { toGatewayUrls, toServiceAddresses, toSimulatorUrl } from '@plotline/local/supervise/program-environment';
import { expect } from 'chai';
import { temporaryDirectory } from '../stubs/temporary-directory.js';

describe('the closing lines of npm start', () => {
  const directory = temporaryDirectory();
  const ports = toConsecutivePorts(20_000);
  const system = {
    urls: toGatewayUrls(ports),
    simulatorUrl: toSimulatorUrl(ports),
    services: toServiceAddresses(ports),
    mongoUrl: 'mongodb://127.0.0.1:20020',
    amqpUrl: 'amqp://127.0.0.1:20030',
    redisUrl: 'redis://127.0.0.1:20040',
    operator: { CALLER_KEY: 'private', CALLER_PUBLIC_KEYS: '{}' },
    dataDirectory: directory,
    demoFile: join(directory, 'demo.json'),
  };

  it("show the addresses, a sign-in, the first workspace's key, and a curl command with the key", async () => {
    const workspaces = [
      { name: 'Harbour', api_key: 'pl_live_first', owner: { email: 'ada@example.com', password: 'paper boats' } },
      { name: 'Hill', api_key: 'pl_live_second', owner: { email: 'tom@example.com', password: 'tin drums' } },
    ];
    writeFileSync(system.demoFile, JSON.stringify({ base_url: system.urls.api, workspaces }));
    const demo = await readDemoKey(system.demoFile);
    const text = describeSystem(system, { demo, mailDirectory: '.local/mail', usesFakes: true });
    for (const url of Object.values(system.urls)) expect(text).to.include(url);
    expect(text).to.include('http://localhost:20002/dashboard/');
    expect(text).to.match(/Simulated vendors +http:\/\/localhost:20011$/m);
    expect(text).to.include('ada@example.com, password paper boats');
    expect(text).to.include('API key of Harbour: pl_live_first');
    expect(text).to.include(
      "curl -H 'Authorization: Bearer pl_live_first' 'http://localhost:20000/v1/properties?per_page=1'",
    );
    expect(text).to.include('Mails are kept in .local/mail');
    expect(text).to.not.include('pl_live_second').and.not.contain('internal');
  });

  it('show only the addresses without demo data, or when the demo file is of another kind', async () => {
    for (const content of ['', '{}', '[]', '{"base_url":"x","workspaces":[]}', '{"base_url":"x","workspaces":[{}]}']) {
      writeFileSync(system.demoFile, content);
      expect(await readDemoKey(system.demoFile)).to.equal(undefined);
    }
    const text = describeSystem(system, { demo: undefined, mailDirectory: undefined, usesFakes: false });
    expect(text)
      .to.include(system.urls.api)
      .and.not.contain('curl')
      .and.not.contain('Sign in')
      .and.not.contain('Simulated')
      .and.not.contain('Mails');
  });
});
