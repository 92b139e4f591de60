import { createKeyring, openSignedText, signText } from '@plotline/kit/core/secrets';
import { expect } from 'chai';

describe('a signed text', () => {
  const keys = createKeyring('secret of signed texts in tests');
  const bind = (payload: string) => `letters\n${payload}`;
  const token = signText('für Ada: 1 < 2', bind, keys);

  it('is read unchanged, even if it was signed with the secret that is being replaced', () => {
    expect(openSignedText(token, bind, keys)).to.equal('für Ada: 1 < 2');
    const next = createKeyring('the secret that follows in tests', 'secret of signed texts in tests');
    expect(openSignedText(token, bind, next)).to.equal('für Ada: 1 < 2');
  });

  it('is valid only for its purpose and with its own secret', () => {
    expect(openSignedText(token, (payload) => `parcels\n${payload}`, keys)).to.equal(null);
    expect(openSignedText(token, bind, createKeyring('another secret of tests'))).to.equal(null);
  });

  it('is invalid when any character was changed, removed or added', () => {
    const [keyId = '', payload = '', signature = ''] = token.split('.');
    const swap = (part: string) => (part.startsWith('A') ? 'B' : 'A') + part.slice(1);
    const changed = [
      `${swap(keyId)}.${payload}.${signature}`,
      `${keyId}.${swap(payload)}.${signature}`,
      `${keyId}.${payload}.${swap(signature)}`,
      `${keyId}.${payload}.${signature.slice(1)}`,
      `${keyId}.${payload}.`,
      `${keyId}.${payload}`,
      `${token}.${signature}`,
      keyId,
      '',
    ];
    for (const one of changed) expect(openSignedText(one, bind, keys), one).to.equal(null);
  });
});
