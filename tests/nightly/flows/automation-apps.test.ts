import { expect } from 'chai';
import { testApp } from '../../automation-apps/test-app.js';
import { system } from '../../support/system.js';
import { newWorkspace } from '../../support/workspace.js';

describe('the apps for workflow automation', () => {
  it("passes Zapier's schema and tester, and starts a Zap with an event of the running system", async () => {
    const { key } = await newWorkspace();
    const output = await testApp('zapier', { PLOTLINE_URL: system().urls.api, PLOTLINE_KEY: key });
    expect(output).to.match(/^# fail 0$/m);
    expect(output).to.match(/^# skipped 0$/m);
  });

  it("passes n8n's lint plugins, and runs the nodes with the API's responses", async () => {
    expect(await testApp('n8n')).to.match(/^# fail 0$/m);
  });
});
