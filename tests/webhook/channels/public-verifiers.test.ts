import { verify } from '@octokit/webhooks-methods';
import { createKeyring } from '@plotline/kit/core/secrets';
import { createSecrets, signPayload } from '@plotline/webhook/channels/work/signing';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';

const body = JSON.stringify({ id: 'evt_1', event: 'lead.created', data: { name: 'Zoë', price: 1.5 } });
const generated = createSecrets(createKeyring('key material of the tests')).generate();
const given = {
  'a generated secret': generated,
  'a given text': 'correct horse battery staple!',
  'a given text beyond ASCII': 'Schlüssel für Zoë und Frédéric',
  'given hex': '00112233445566778899aabbccddeeff',
  'given base64': Buffer.alloc(24, 9).toString('base64'),
};

function sign(...secrets: readonly string[]) {
  return signPayload(secrets, { id: 'evt_1', body, now: new Date() });
}

function listSignatures(headers: Readonly<Record<string, string>>): string[] {
  return (headers['x-service-signature'] ?? '').split(',');
}

/** Combines the X-Service-* headers into Stripe's header. */
function toStripeHeader(headers: Readonly<Record<string, string>>): string {
  const hex = listSignatures(headers).map((one) => `v1=${one.slice('sha256='.length)}`);
  return [`t=${headers['x-service-timestamp']}`, ...hex].join(',');
}

describe('public libraries that verify signatures', () => {
  for (const [title, secret] of Object.entries(given)) {
    const other = `${secret}?`;

    it(`stripe verifies a signature made with ${title}`, () => {
      const header = toStripeHeader(sign(secret));
      const event: unknown = Stripe.webhooks.constructEvent(body, header, secret, 300);
      expect(event).to.deep.equal(JSON.parse(body));
      expect(() => Stripe.webhooks.constructEvent(body, header, other, 300)).to.throw();
      expect(() => Stripe.webhooks.constructEvent(`${body} `, header, secret, 300)).to.throw();
    });

    it(`@octokit/webhooks-methods verifies a signature made with ${title}`, async () => {
      const headers = sign(secret);
      const [signature = ''] = listSignatures(headers);
      expect(await verify(secret, `${headers['x-service-timestamp']}.${body}`, signature)).to.equal(true);
      expect(await verify(other, `${headers['x-service-timestamp']}.${body}`, signature)).to.equal(false);
    });
  }

  for (const title of ['a generated secret', 'given hex', 'given base64'] as const) {
    it(`standardwebhooks verifies a signature made with ${title}, decoded`, () => {
      expect(new Webhook(given[title]).verify(body, sign(given[title]))).to.deep.equal(JSON.parse(body));
      expect(() => new Webhook(generated).verify(body, sign('a given text that is another'))).to.throw();
    });
  }

  for (const title of ['a generated secret', 'a given text', 'given hex', 'given base64'] as const) {
    it(`standardwebhooks verifies a signature made with ${title}, as raw bytes`, () => {
      const webhook = new Webhook(given[title], { format: 'raw' });
      expect(webhook.verify(body, sign(given[title]))).to.deep.equal(JSON.parse(body));
    });
  }

  it('accept the new and the previous secret while both sign', () => {
    const headers = sign(generated, given['a given text']);
    for (const secret of [generated, given['a given text']]) {
      expect(() => Stripe.webhooks.constructEvent(body, toStripeHeader(headers), secret, 300)).to.not.throw();
      expect(() => new Webhook(secret, { format: 'raw' }).verify(body, headers)).to.not.throw();
    }
    expect(() => new Webhook(generated).verify(body, headers)).to.not.throw();
  });

  it('reject a delivery that is older than 300 seconds', () => {
    const old = signPayload([generated], { id: 'evt_1', body, now: new Date(Date.now() - 302_000) });
    expect(() => Stripe.webhooks.constructEvent(body, toStripeHeader(old), generated, 300)).to.throw(/tolerance/);
    expect(() => new Webhook(generated).verify(body, old)).to.throw(/old/);
  });
});
