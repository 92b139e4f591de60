import { expect } from 'chai';
import { servedDocument } from '../../../support/contract/served-contract.js';
import { startReceiver } from '../../../support/receiver.js';
import { system } from '../../../support/system.js';
import { useFixture } from '../../../support/use-fixture.js';
import { newWorkspace } from '../../../support/workspace.js';
import { type ExampleFiles, readCommittedExamples, writeExamples } from './committed-examples.js';
import { ExampleRecorder, listOperations } from './example-recorder.js';
import { collectSharedRefusals } from './shared-refusals.js';
import { StableValues } from './stable-values.js';
import { signingSecret, stripeKey, tellOfConnections } from './tell-of-connections.js';
import { tellOfCrm } from './tell-of-crm.js';
import { tellOfDocuments } from './tell-of-documents.js';
import { tellOfEnds } from './tell-of-ends.js';
import { tellOfExports } from './tell-of-exports.js';
import { tellOfFiles } from './tell-of-files.js';
import { tellOfHolds } from './tell-of-holds.js';
import { tellOfImports } from './tell-of-imports.js';
import { tellOfIntegrations } from './tell-of-integrations.js';
import { tellOfLeads } from './tell-of-leads.js';
import { tellOfRateLimit } from './tell-of-rate-limit.js';
import { tellOfRefusals } from './tell-of-refusals.js';
import { tellOfSales } from './tell-of-sales.js';
import { tellOfStatements } from './tell-of-statements.js';
import { tellOfTasks } from './tell-of-tasks.js';
import { tellOfUsage } from './tell-of-usage.js';
import { tellOfDeliveries, tellOfSubscription } from './tell-of-webhooks.js';
import { tellOfPortfolio } from './tell-people-and-places.js';

describe('examples in the public document', () => {
  const receiver = useFixture(startReceiver);
  let recorded: ExampleFiles = { shared: {}, operations: {} };

  before(async () => {
    const workspace = await newWorkspace({ currency: 'AED' });
    const { url } = receiver();
    const shown = new Map([
      [url, 'https://example.com/hooks/plotline'],
      [new URL(url).origin, 'https://hooks.slack.com'],
      [new URL(url).host, 'hooks.slack.com'],
      ['Test live', 'Website'],
      [system().urls.auth, 'https://auth.example.com'],
      [system().urls.api, 'https://api.example.com'],
      [stripeKey, 'rk_live_…'],
      [signingSecret, 'whsec_…'],
    ]);
    const values = new StableValues(shown);
    const operations = listOperations(await servedDocument(system().urls.api));
    const recorder = new ExampleRecorder(workspace.api, operations, values);
    const webhookId = await tellOfSubscription(recorder, url);
    const portfolio = await tellOfPortfolio(recorder);
    const leads = await tellOfLeads(recorder, portfolio);
    await tellOfSales(recorder, leads, portfolio);
    await tellOfDeliveries(recorder, webhookId, url);
    const shared = await collectSharedRefusals(workspace, leads.mariaId, values);
    await tellOfEnds(recorder, portfolio, leads);
    await recorder.call('DELETE', `/v1/webhooks/${webhookId}`, { status: 204, summary: 'Deleted' });
    await tellOfIntegrations(recorder, new URL(url).origin);
    await tellOfImports(recorder, portfolio);
    await tellOfExports(recorder);
    await tellOfTasks(recorder, leads);
    await tellOfFiles(recorder, leads);
    await tellOfHolds(recorder, portfolio);
    await tellOfRateLimit(recorder);
    await tellOfUsage(recorder);
    await tellOfRefusals(recorder, workspace);
    await tellOfConnections(recorder);
    await tellOfStatements(recorder);
    await tellOfCrm(recorder);
    await tellOfDocuments(recorder);
    recorded = { shared, operations: Object.fromEntries(recorder.recorded) };
    if (process.env.PLOTLINE_RECORD_EXAMPLES) writeExamples('api', recorded);
  });

  it("equal the API's responses", () => {
    const { shared, operations } = readCommittedExamples('api');
    expect(Object.keys(recorded.operations)).to.have.members(Object.keys(operations));
    for (const [id, examples] of Object.entries(recorded.operations))
      expect(examples, id).to.deep.equal(operations[id]);
    expect(recorded.shared).to.deep.equal(shared);
  });
});
