import { isUsable, type Key, parseKeyRequest } from '@plotline/auth/keys/model/key';
import { scopes } from '@plotline/auth/keys/model/scope';
import { expect } from 'chai';
import { faultyFields } from '../../../support/refusal-of.js';

const now = new Date('2026-03-01T00:00:00Z');
const request = { name: 'Website', mode: 'live', scopes: ['read:leads'], expires_at: 0 };

describe('parseKeyRequest', () => {
  it('accepts every scope in the contract, and removes duplicates', () => {
    expect(parseKeyRequest({ ...request, mode: 'sandbox', scopes: [...scopes, 'admin'] }, now)).to.deep.equal({
      name: 'Website',
      mode: 'sandbox',
      scopes: [...scopes],
      expires_at: null,
    });
  });

  it('accepts an expiry in the future', () => {
    const expires = now.getTime() + 1;
    expect(parseKeyRequest({ ...request, expires_at: expires }, now).expires_at).to.deep.equal(new Date(expires));
  });

  const faults: readonly (readonly [string, object, string])[] = [
    ['no name', { name: '' }, 'name'],
    ['a name with a control character', { name: 'Web\u0007site' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['an unknown mode', { mode: 'test' }, 'mode'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope among known ones', { scopes: ['read:leads', 'read:everything'] }, 'scopes'],
    ['a scope in upper case', { scopes: ['ADMIN'] }, 'scopes'],
    ['an expiry at the present moment', { expires_at: now.getTime() }, 'expires_at'],
    ['an expiry before the epoch', { expires_at: -1 }, 'expires_at'],
    ['an expiry beyond the range of dates', { expires_at: 9e15 }, 'expires_at'],
  ];
  for (const [title, change, field] of faults) {
    it(`refuses ${title} with a VALIDATION_ERROR for ${field}`, async () => {
      expect(await faultyFields(() => parseKeyRequest({ ...request, ...change }, now))).to.deep.equal([field]);
    });
  }
});

describe('isUsable', () => {
  const key: Key = {
    id: 'key_1',
    version: 1,
    name: 'Website',
    scopes: ['admin'],
    hash_key_id: 'secret_1',
    hash: '',
    last_four: 'abcd',
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    created_at: now,
    created_by: { type: 'user', id: 'user_1', name: 'Ada' },
  };

  it('is true for a key without an expiry, and for any other key before its expiry', () => {
    expect(isUsable(key, now)).to.equal(true);
    expect(isUsable({ ...key, expires_at: new Date(now.getTime() + 1) }, now)).to.equal(true);
  });

  it('is false for revoked and expired keys', () => {
    expect(isUsable({ ...key, revoked_at: now }, now)).to.equal(false);
    expect(isUsable({ ...key, expires_at: now }, now)).to.equal(false);
  });
});
