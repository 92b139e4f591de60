import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { createKeyring, createSeal, sealPrefix, UnreadableSeal } from '@plotline/kit/core/secrets';
import { expect } from 'chai';

const [before, after] = ['the secret before', 'the secret after'];
const purpose = 'tests';
const seal = createSeal(createKeyring(before), purpose);

/** Seals a text in the format that was used before keys had ids. */
function sealWithoutId(text: string, owner: string, secret: string): string {
  const iv = randomBytes(12);
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

describe('createSeal', () => {
  it('opens the texts that it sealed', () => {
    for (const text of ['', '0123456789abcdef', 'Schlüssel-für-Zoë', 'x'.repeat(100_000)]) {
      expect(seal.open(seal.seal(text, 'wh_1'), 'wh_1')).to.equal(text);
    }
  });

  it("seals a text differently and unreadably each time, and adds the key's id", () => {
    const sealed = seal.seal('0123456789abcdef', 'wh_1');
    expect(sealed).to.not.equal(seal.seal('0123456789abcdef', 'wh_1'));
    const prefix = sealPrefix(createKeyring(before).current);
    expect(sealed.startsWith(prefix)).to.equal(true);
    expect(Buffer.from(sealed.slice(prefix.length), 'base64').toString('latin1')).to.not.include('0123456789abcdef');
  });

  it('throws UnreadableSeal for a different owner, secret, purpose or key id, and for a changed text', () => {
    const sealed = seal.seal('0123456789abcdef', 'wh_1');
    const [, body = ''] = sealed.split('.');
    const bytes = Buffer.from(body, 'base64');
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    for (const open of [
      () => seal.open(sealed, 'wh_2'),
      () => createSeal(createKeyring(after), purpose).open(sealed, 'wh_1'),
      () => createSeal(createKeyring(before), 'another purpose').open(sealed, 'wh_1'),
      () => seal.open(`00000000.${body}`, 'wh_1'),
      () => seal.open(sealed.replace(body, bytes.toString('base64')), 'wh_1'),
      () => seal.open('', 'wh_1'),
    ]) {
      expect(open).to.throw(UnreadableSeal);
    }
  });

  it('opens texts sealed before, during and after a secret is replaced', () => {
    const introduced = createSeal(createKeyring(before, after), purpose);
    const switched = createSeal(createKeyring(after, before), purpose);
    for (const [sealer, openers] of [
      [seal, [seal, introduced, switched]],
      [introduced, [seal, introduced, switched]],
      [switched, [introduced, switched, createSeal(createKeyring(after), purpose)]],
    ] as const) {
      for (const opener of openers) expect(opener.open(sealer.seal('text', 'wh_1'), 'wh_1')).to.equal('text');
    }
  });

  it('opens texts without a key id with any of its secrets', () => {
    const sealed = sealWithoutId('text', 'wh_1', before);
    for (const keyring of [createKeyring(before), createKeyring(after, before)]) {
      expect(createSeal(keyring, purpose).open(sealed, 'wh_1')).to.equal('text');
    }
    expect(() => createSeal(createKeyring(after), purpose).open(sealed, 'wh_1')).to.throw(UnreadableSeal);
  });
});
