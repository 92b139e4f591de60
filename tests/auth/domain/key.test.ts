import { assertUsable, checkKeyRequest, type Key } from '@plotline/auth/domain/key';
import { scopes } from '@plotline/auth/domain/scope';
import { expect } from 'chai';
import { faultyFields, refusalOf } from '../../support/refusal-of.js';

const now = new Date('2026-03-01T00:00:00Z');
const request = { name: 'Website', mode: 'live', scopes: ['read:leads'], expires_at: 0 };

describe('the request for a key', () => {
  it('is taken with any of the contract’s scopes, each once, in both modes', () => {
    expect(checkKeyRequest({ ...request, mode: 'sandbox', scopes: [...scopes, 'admin'] }, now)).eql({
      name: 'Website',
      mode: 'sandbox',
      scopes: [...scopes],
      expires_at: null,
    });
  });

  it('may name an end, which must lie ahead', () => {
    const expires = now.getTime() + 1;
    expect(checkKeyRequest({ ...request, expires_at: expires }, now).expires_at).eql(new Date(expires));
  });

  const faults: readonly (readonly [string, object, string])[] = [
    ['no name', { name: '' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['a mode that is none', { mode: 'test' }, 'mode'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope among known ones', { scopes: ['read:leads', 'read:everything'] }, 'scopes'],
    ['a scope in upper case', { scopes: ['ADMIN'] }, 'scopes'],
    ['an end that is now', { expires_at: now.getTime() }, 'expires_at'],
    ['an end before the epoch', { expires_at: -1 }, 'expires_at'],
    ['an end beyond the calendar', { expires_at: 9e15 }, 'expires_at'],
  ];
  for (const [title, change, field] of faults) {
    it(`is refused with ${title}, and the field named`, async () => {
      expect(await faultyFields(() => checkKeyRequest({ ...request, ...change }, now))).eql([field]);
    });
  }
});

describe('a key', () => {
  const key: Key = {
    id: 'key_1',
    version: 1,
    name: 'Website',
    scopes: ['admin'],
    hash: '',
    last_four: 'abcd',
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    created_at: now,
  };

  it('can be used unless it ends, and up to its end', () => {
    expect(() => assertUsable(key, now)).not.to.throw();
    expect(() => assertUsable({ ...key, expires_at: new Date(now.getTime() + 1) }, now)).not.to.throw();
  });

  it('is refused in one way, whether unknown, revoked or past its end', async () => {
    const unusable = [null, { ...key, revoked_at: now }, { ...key, expires_at: now }];
    const problems = await Promise.all(unusable.map((one) => refusalOf(() => assertUsable(one, now))));
    expect(problems.map(({ code, message }) => [code, message])).eql(
      unusable.map(() => ['UNAUTHORIZED', 'The credential is not valid.']),
    );
  });
});
