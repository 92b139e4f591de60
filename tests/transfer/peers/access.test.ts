import type { Actor } from '@plotline/kit/core/caller';
import { keepsAccess } from '@plotline/transfer/peers/access';
import { expect } from 'chai';

describe("access to an export's file", () => {
  const person = (role: string): Actor => ({ type: 'user', id: 'user_1', name: 'Ada', role });
  const key: Actor = { type: 'key', id: 'key_1', name: 'Website' };
  const cases: readonly (readonly [string, Actor, { is_active: boolean; role: string }, boolean])[] = [
    ['a key that works', key, { is_active: true, role: '' }, true],
    ['a key that was revoked', key, { is_active: false, role: '' }, false],
    ['a person who lost access', person('owner'), { is_active: false, role: '' }, false],
    ['an agent who is one still', person('agent'), { is_active: true, role: 'agent' }, true],
    ['an agent who rose', person('agent'), { is_active: true, role: 'owner' }, true],
    ['an admin who became an agent, and views less', person('admin'), { is_active: true, role: 'agent' }, false],
    ['an owner who became an admin', person('owner'), { is_active: true, role: 'admin' }, true],
    ['an agent who became a viewer', person('agent'), { is_active: true, role: 'viewer' }, false],
  ];
  for (const [who, actor, answer, expected] of cases) {
    it(`is ${expected ? 'allowed' : 'refused'} for ${who}`, () => {
      expect(keepsAccess(answer, actor)).to.equal(expected);
    });
  }
});
