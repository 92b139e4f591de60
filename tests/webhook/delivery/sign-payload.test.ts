import { createHmac } from 'node:crypto';
import { signatureHeaders } from '@plotline/webhook/delivery/sign-payload';
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

describe('the signature of a delivery', () => {
  it('is the HMAC of timestamp and raw body with the secret as its UTF-8 bytes, in hex', () => {
    const headers = signatureHeaders(['Schlüssel-für-Zoë'], message);
    expect(headers).to.include({
      'x-service-signature': `sha256=${hex('Schlüssel-für-Zoë')}`,
      'x-service-timestamp': timestamp,
      'webhook-id': 'evt_1',
      'webhook-timestamp': timestamp,
    });
  });

  it('carries for webhook-signature each key that a library may read out of the secret', () => {
    const bytes = Buffer.alloc(32, 7);
    const secret = `whsec_${bytes.toString('base64')}`;
    const headers = signatureHeaders([secret], message);
    expect(headers['webhook-signature']).to.equal(`${standard(bytes)} ${standard(secret)}`);
  });

  it('has one standard signature for a secret that is not base64', () => {
    expect(signatureHeaders(['not base64, surely'], message)['webhook-signature']).to.equal(
      standard('not base64, surely'),
    );
  });

  it('is made with every secret during a rotation, the new one first', () => {
    const headers = signatureHeaders(['the new secret!!', 'the old secret!!'], message);
    expect(headers['x-service-signature']).to.equal(
      `sha256=${hex('the new secret!!')},sha256=${hex('the old secret!!')}`,
    );
    expect(headers['webhook-signature']).to.equal(`${standard('the new secret!!')} ${standard('the old secret!!')}`);
  });
});
