import {
  planNextKey,
  type SigningKey,
  selectExpiredKeys,
  selectSigningKey,
} from '@plotline/auth/oauth/model/signing-key';
import { expect } from 'chai';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.parse('2026-01-01T00:00:00Z');
const at = (milliseconds: number) => new Date(start + milliseconds);

function keyFrom(activeFrom: number, id = `jwk_${activeFrom}`): SigningKey {
  const public_jwk = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' };
  return { id, version: 1, public_jwk, sealed_jwk: '', created_at: at(activeFrom), active_from: at(activeFrom) };
}

describe('Signing keys', () => {
  const [first, second] = [keyFrom(0), keyFrom(30 * day)];
  const both = [second, first];

  it('sign from their start time on, and only the newest of them signs', () => {
    expect(selectSigningKey([], at(0))).to.equal(undefined);
    expect(selectSigningKey([second], at(0))).to.equal(undefined);
    expect(selectSigningKey(both, at(30 * day - 1))).to.equal(first);
    expect(selectSigningKey(both, at(30 * day))).to.equal(second);
  });

  it('start immediately when there is no other key, and otherwise 30 days after the previous key', () => {
    expect(planNextKey([], at(5))).to.deep.equal(at(5));
    expect(planNextKey([first], at(29 * day))).to.equal(undefined);
    expect(planNextKey([first], at(30 * day - 2 * hour))).to.deep.equal(at(30 * day));
    expect(planNextKey(both, at(30 * day))).to.equal(undefined);
  });

  it('are published two hours before they sign, even if their start time has already passed', () => {
    expect(planNextKey([first], at(40 * day))).to.deep.equal(at(40 * day + 2 * hour));
  });

  it('are published until the last of their tokens has expired', () => {
    expect(selectExpiredKeys(both, at(30 * day + hour))).to.deep.equal([]);
    expect(selectExpiredKeys(both, at(30 * day + 2 * hour))).to.deep.equal([first]);
    expect(selectExpiredKeys([first], at(90 * day))).to.deep.equal([]);
  });
});
