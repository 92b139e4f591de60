import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { useFixture } from '../../support/use-fixture.js';
import { toStripeBody } from '../support/connect.js';
import { toPostmarkBody } from '../support/postmark.js';
import { simulatorUrl, startSimulatedConnect } from '../support/simulator.js';

describe('the list of data that simulated vendors received', () => {
  const connect = useFixture(startSimulatedConnect);
  const as = { workspaceId: 'ws_simulated_list' };

  it('says that nothing has been received yet', async () => {
    const { status, text } = await connect().look('/');
    expect(status).to.equal(200);
    expect(text.match(/None yet/g)).to.have.length(5);
  });

  it('links to payment pages, and shows the subjects of emails', async () => {
    connect().ledgers.invoice.payable.set('inv_1', { title: 'Invoice 7', balance: 250, currency: 'USD' });
    await connect().create('/v1/connections', toStripeBody(), as);
    const link = await connect().create('/v1/invoices/inv_1/payment-link', {}, as);
    await connect().create('/v1/connections', toPostmarkBody(), as);
    connect().leads.put('lead_1');
    await connect().create('/v1/leads/lead_1/emails', { subject: 'Floor plans', text: 'Here they are.' }, as);
    await eventually(async () => {
      const { text } = await connect().look('/');
      expect(text)
        .to.include(`href="${new URL(link.url).pathname}"`)
        .and.to.match(/Floor plans: to .+, sent/);
    });
  });

  it('is linked from simulated connections, which say that they are simulated', async () => {
    const created = await connect().create('/v1/connections', toStripeBody(), as);
    expect(created).to.include({ simulated: true, simulator_url: `${simulatorUrl}/` });
    const { body } = await connect().request('GET', '/v1/connections?fields=simulated', { as });
    expect(body[0]).to.have.all.keys('id', 'simulated');
    const providers = await connect().request('GET', '/v1/connection-providers', { as });
    const simulated = providers.body.map(({ name, simulated: is }: { name: string; simulated: boolean }) => [name, is]);
    expect(simulated).to.deep.include.members([
      ['stripe', true],
      ['bank_statement', false],
    ]);
  });
});
