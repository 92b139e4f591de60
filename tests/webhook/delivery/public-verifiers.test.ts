import { verify } from '@octokit/webhooks-methods';
import { createSecrets } from '@plotline/webhook/delivery/secrets';
import { signatureHeaders } from '@plotline/webhook/delivery/sign-payload';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';

const body = JSON.stringify({ id: 'evt_1', event: 'lead.created', data: { name: 'Zoë', price: 1.5 } });
const made = createSecrets('key material of the tests').generate();
const given = {
  'a made-up secret': made,
  'a given text': 'correct horse battery staple!',
  'a given text beyond ASCII': 'Schlüssel für Zoë und Frédéric',
  'given hex': '00112233445566778899aabbccddeeff',
  'given base64': Buffer.alloc(24, 9).toString('base64'),
};

function headersFor(...secrets: readonly string[]) {
  return signatureHeaders(secrets, { id: 'evt_1', body, now: new Date() });
}

function signatures(headers: Readonly<Record<string, string>>): string[] {
  return (headers['x-service-signature'] ?? '').split(',');
}

/** Our two headers in the form of Stripe's one. */
function stripeHeader(headers: Readonly<Record<string, string>>): string {
  const hex = signatures(headers).map((one) => `v1=${one.slice('sha256='.length)}`);
  return [`t=${headers['x-service-timestamp']}`, ...hex].join(',');
}

describe('public libraries verify our signatures', () => {
  for (const [title, secret] of Object.entries(given)) {
    const other = `${secret}?`;

    it(`stripe, with ${title}`, () => {
      const header = stripeHeader(headersFor(secret));
      const event: unknown = Stripe.webhooks.constructEvent(body, header, secret, 300);
      expect(event).to.deep.equal(JSON.parse(body));
      expect(() => Stripe.webhooks.constructEvent(body, header, other, 300)).to.throw();
      expect(() => Stripe.webhooks.constructEvent(`${body} `, header, secret, 300)).to.throw();
    });

    it(`@octokit/webhooks-methods, with ${title}`, async () => {
      const headers = headersFor(secret);
      const [signature = ''] = signatures(headers);
      expect(await verify(secret, `${headers['x-service-timestamp']}.${body}`, signature)).to.equal(true);
      expect(await verify(other, `${headers['x-service-timestamp']}.${body}`, signature)).to.equal(false);
    });
  }

  for (const title of ['a made-up secret', 'given hex', 'given base64'] as const) {
    it(`standardwebhooks, with ${title} as it is`, () => {
      expect(new Webhook(given[title]).verify(body, headersFor(given[title]))).to.deep.equal(JSON.parse(body));
      expect(() => new Webhook(made).verify(body, headersFor('a given text that is another'))).to.throw();
    });
  }

  for (const title of ['a made-up secret', 'a given text', 'given hex', 'given base64'] as const) {
    it(`standardwebhooks, with ${title} as raw bytes`, () => {
      const webhook = new Webhook(given[title], { format: 'raw' });
      expect(webhook.verify(body, headersFor(given[title]))).to.deep.equal(JSON.parse(body));
    });
  }

  it('with the new and with the former secret while both sign', () => {
    const headers = headersFor(made, given['a given text']);
    for (const secret of [made, given['a given text']]) {
      expect(() => Stripe.webhooks.constructEvent(body, stripeHeader(headers), secret, 300)).to.not.throw();
      expect(() => new Webhook(secret, { format: 'raw' }).verify(body, headers)).to.not.throw();
    }
    expect(() => new Webhook(made).verify(body, headers)).to.not.throw();
  });

  it('and refuse a delivery that is older than 300 seconds', () => {
    const old = signatureHeaders([made], { id: 'evt_1', body, now: new Date(Date.now() - 302_000) });
    expect(() => Stripe.webhooks.constructEvent(body, stripeHeader(old), made, 300)).to.throw(/tolerance/);
    expect(() => new Webhook(made).verify(body, old)).to.throw(/old/);
  });
});
