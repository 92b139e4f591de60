import { createHmac } from 'node:crypto';
import { createKeyring } from '@plotline/kit/core/secrets';
import { createSecrets, signPayload } from '@plotline/webhook/channels/work/signing';
import { expect } from 'chai';

const body = '{"name":"Zoë"}';
const now = new Date('2026-03-01T09:30:00.999Z');
const timestamp = '1772357400';
const message = { id: 'evt_1', body, now };

function hex(key: string): string {
  return createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
}

function standard(key: string | Buffer): string {
  return `v1,${createHmac('sha256', key).update(`evt_1.${timestamp}.${body}`).digest('base64')}`;
}

describe('signPayload', () => {
  it('signs timestamp and raw body with the UTF-8 bytes of the secret, in hex', () => {
    const headers = signPayload(['Schlüssel-für-Zoë'], message);
    expect(headers).to.include({
      'x-service-signature': `sha256=${hex('Schlüssel-für-Zoë')}`,
      'x-service-timestamp': timestamp,
      'webhook-id': 'evt_1',
      'webhook-timestamp': timestamp,
    });
  });

  it('signs webhook-signature with each key that a library may derive from the secret', () => {
    const bytes = Buffer.alloc(32, 7);
    const secret = `whsec_${bytes.toString('base64')}`;
    const headers = signPayload([secret], message);
    expect(headers['webhook-signature']).to.equal(`${standard(bytes)} ${standard(secret)}`);
  });

  it('creates one standard signature for a secret that is not base64', () => {
    expect(signPayload(['not base64, surely'], message)['webhook-signature']).to.equal(standard('not base64, surely'));
  });

  it('signs with every secret, in the given order', () => {
    const headers = signPayload(['the new secret!!', 'the old secret!!'], message);
    expect(headers['x-service-signature']).to.equal(
      `sha256=${hex('the new secret!!')},sha256=${hex('the old secret!!')}`,
    );
    expect(headers['webhook-signature']).to.equal(`${standard('the new secret!!')} ${standard('the old secret!!')}`);
  });
});

const secrets = createSecrets(createKeyring('key material of the tests'));

describe('createSecrets', () => {
  it('generates secrets in the Standard Webhooks format: whsec_ and 32 bytes in base64', () => {
    const generated = secrets.generate();
    expect(generated).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(generated).to.not.equal(secrets.generate());
  });
});
