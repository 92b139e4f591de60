import { createSecrets } from '@plotline/webhook/delivery/secrets';
import { expect } from 'chai';

const secrets = createSecrets('key material of the tests');

describe('signing secrets', () => {
  it('open as they were sealed', () => {
    for (const secret of ['0123456789abcdef', 'Schlüssel-für-Zoë', 'x'.repeat(256)]) {
      expect(secrets.open(secrets.seal(secret, 'wh_1'), 'wh_1')).to.equal(secret);
    }
  });

  it('are sealed differently each time and unreadable', () => {
    const sealed = secrets.seal('0123456789abcdef', 'wh_1');
    expect(sealed).to.not.equal(secrets.seal('0123456789abcdef', 'wh_1'));
    expect(Buffer.from(sealed, 'base64').toString('latin1')).to.not.include('0123456789abcdef');
  });

  it('open for no other subscription, with no other key, and not when changed', () => {
    const sealed = secrets.seal('0123456789abcdef', 'wh_1');
    expect(() => secrets.open(sealed, 'wh_2')).to.throw();
    expect(() => createSecrets('another key').open(sealed, 'wh_1')).to.throw();
    const bytes = Buffer.from(sealed, 'base64');
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    expect(() => secrets.open(bytes.toString('base64'), 'wh_1')).to.throw();
  });

  it('are made up in the form of Standard Webhooks: whsec_ and 32 bytes in base64', () => {
    const made = secrets.generate();
    expect(made).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).to.not.equal(secrets.generate());
  });
});
