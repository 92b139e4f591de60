import { type Scope, scopes } from '@plotline/auth/keys/model/scope';
import { grantScopes } from '@plotline/auth/oauth/model/grant';
import { expect } from 'chai';

describe('grantScopes', () => {
  const reads: readonly Scope[] = ['read:properties', 'read:leads', 'read:agents', 'read:analytics'];
  const ofRole: Readonly<Record<string, readonly Scope[]>> = {
    owner: scopes,
    admin: scopes,
    agent: ['read:properties', 'read:leads', 'write:leads', 'read:agents', 'read:analytics'],
    viewer: reads,
    nobody: [],
  };
  for (const [role, allowed] of Object.entries(ofRole)) {
    it(`grants the scopes that the role ${role} allows, and reports the other ones`, () => {
      const { granted, withheld } = grantScopes(scopes, scopes, role);
      expect(granted).to.have.members(allowed);
      expect(withheld).to.have.members(scopes.filter((scope) => !allowed.includes(scope)));
    });
  }

  it('grants no scope that was not requested, or that the client is not registered for', () => {
    expect(grantScopes(['read:leads', 'admin'], reads, 'owner')).to.deep.equal({
      granted: ['read:leads'],
      withheld: [],
    });
  });
});
