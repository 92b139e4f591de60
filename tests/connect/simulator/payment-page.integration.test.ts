import { request } from 'node:http';
import { expect } from 'chai';
import type { Reply } from '../../support/started-service.js';
import { useFixture } from '../../support/use-fixture.js';
import { toStripeBody } from '../support/connect.js';
import { simulatorUrl, startSimulatedConnect } from '../support/simulator.js';
import { stripeKeys } from '../support/stripe.js';

/** Returns the status of a request with another host name in its Host header, as after DNS rebinding. */
function getAs(host: string, url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { host } }, (response) => resolve(response.resume().statusCode));
    sent.on('error', reject).end();
  });
}

describe('the page of a simulated payment', () => {
  const connect = useFixture(startSimulatedConnect);
  let turns = 0;
  let as = { workspaceId: '' };
  let invoiceId = '';
  let link: Reply['body'];

  const recorded = () => connect().ledgers.invoice.recorded.filter(({ subjectId }) => subjectId === invoiceId);
  const createLink = async (title = 'Invoice 7') => {
    connect().ledgers.invoice.payable.set(invoiceId, { title, balance: 250, currency: 'USD' });
    return connect().create(`/v1/invoices/${invoiceId}/payment-link`, {}, as);
  };

  beforeEach(async () => {
    turns += 1;
    as = { workspaceId: `ws_simulated_${turns}` };
    invoiceId = `inv_${turns}`;
    await connect().create('/v1/connections', toStripeBody(), as);
    link = await createLink();
  });

  it('is the target of the simulated payment link, and shows the amount without scripts', async () => {
    expect(link.url).to.equal(`${simulatorUrl}/live/${as.workspaceId}/payments/${link.id}`);
    const { status, headers, text } = await connect().look(link.url);
    expect(status).to.equal(200);
    expect(text).to.include('Simulated payment').and.to.include('USD 250.00').and.to.not.include('<script');
    expect(headers.get('content-security-policy')).to.include("default-src 'none'").and.not.include('unsafe');
  });

  it('records a payment once, even if Pay is pressed twice at the same time and again later', async () => {
    const pages = await Promise.all([connect().press(link.url, 'pay'), connect().press(link.url, 'pay')]);
    expect(pages.map(({ status }) => status).filter((status) => status === 200)).to.not.have.length(0);
    const { text } = await connect().look(link.url);
    expect(text).to.include('Plotline has recorded the payment').and.to.not.include('value="pay"');
    expect((await connect().press(link.url, 'pay')).status).to.equal(409);
    expect(recorded()).to.have.length(1);
    expect(recorded()[0]).to.deep.include({ amount: 250, currency: 'USD', reference: `pi_fake_${link.id}` });
  });

  it('records nothing after Fail and Cancel, and the link still works', async () => {
    const failed = await connect().press(link.url, 'fail');
    expect(failed.text).to.include('The card was declined').and.to.include('value="pay"');
    expect((await connect().press(link.url, 'cancel')).text).to.include('left without paying');
    expect(recorded()).to.deep.equal([]);
    await connect().press(link.url, 'pay');
    expect(recorded()).to.have.length(1);
  });

  it('reverses a payment when it is refunded', async () => {
    expect((await connect().press(link.url, 'refund')).status).to.equal(409);
    await connect().press(link.url, 'pay');
    expect((await connect().press(link.url, 'refund')).text).to.include('Plotline has reversed the payment');
    expect(connect().ledgers.invoice.takenBack).to.include(`pi_fake_${link.id}`);
  });

  it('says that the payment was not recorded when Plotline flags it', async () => {
    connect().ledgers.invoice.payable.set(invoiceId, { title: 'Invoice 7', balance: 1, currency: 'USD' });
    expect((await connect().press(link.url, 'pay')).text).to.include('Paid, but not recorded');
    expect((await connect().press(link.url, 'pay')).status).to.equal(409);
  });

  it('shows that a link has expired, and records nothing', async () => {
    connect().advanceClock(23 * 3_600_000 + 1_000);
    expect((await connect().look(link.url)).status).to.equal(410);
    expect((await connect().press(link.url, 'pay')).status).to.equal(410);
    expect(recorded()).to.deep.equal([]);
  });

  it('answers 404 for an unknown link, and for a link from another workspace or mode', async () => {
    const { id } = link;
    const { workspaceId } = as;
    const paths = [
      `/live/${workspaceId}/payments/plk_unknown`,
      `/live/ws_other/payments/${id}`,
      `/sandbox/${workspaceId}/payments/${id}`,
      `/other/${workspaceId}/payments/${id}`,
      '/live',
    ];
    for (const path of paths) {
      expect((await connect().look(path)).status, path).to.equal(404);
      expect((await connect().press(path, 'pay')).status, path).to.equal(404);
    }
    expect((await connect().press(link.url, 'steal')).status).to.equal(400);
  });

  it('explains that a connection without a signing secret cannot record payments', async () => {
    as = { workspaceId: `${as.workspaceId}_unready` };
    const credentials = { secret_key: stripeKeys.live };
    await connect().create('/v1/connections', toStripeBody('live', { credentials }), as);
    link = await createLink();
    const { status, text } = await connect().press(link.url, 'pay');
    expect(status).to.equal(409);
    expect(text).to.include('has no signing secret');
  });

  it("shows a record's title as plain text", async () => {
    link = await createLink('<script>alert(1)</script>');
    expect((await connect().look(link.url)).text)
      .to.include('&lt;script&gt;')
      .and.to.not.include('<script>');
  });

  it('refuses a form from another site, or under another host name', async () => {
    expect((await connect().press(link.url, 'pay', { origin: 'https://evil.example' })).status).to.equal(403);
    expect((await connect().press(link.url, 'pay', { origin: 'null' })).status).to.equal(403);
    expect(await getAs('evil.example', connect().pagesUrl)).to.equal(403);
    expect(recorded()).to.deep.equal([]);
  });
});
