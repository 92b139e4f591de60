import { createKeyring } from '@plotline/kit/core/secrets';
import { expect } from 'chai';

describe('createKeyring', () => {
  it('finds the current and the previous secret by an id that does not reveal them', () => {
    const keyring = createKeyring('the secret in use', 'the secret before');
    expect(keyring.current.secret).to.equal('the secret in use');
    expect(keyring.keys.map(({ secret }) => secret)).to.deep.equal(['the secret in use', 'the secret before']);
    for (const key of keyring.keys) {
      expect(key.id).to.match(/^[0-9a-f]{8}$/);
      expect(keyring.find(key.id)).to.equal(key);
    }
  });

  it('gives a secret the same id whether it is the current or the previous secret', () => {
    expect(createKeyring('a', 'b').current.id).to.equal(createKeyring('b', 'a').keys[1]?.id);
  });

  it('ignores an empty previous secret, and finds no key for an unknown id', () => {
    const keyring = createKeyring('a', '');
    expect(keyring.keys).to.deep.equal([keyring.current]);
    for (const id of ['', 'undefined', '00000000']) expect(keyring.find(id), id).to.equal(undefined);
  });
});
