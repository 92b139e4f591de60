import { checkUser, roles } from '@plotline/auth/domain/user';
import { expect } from 'chai';
import { faultyFields } from '../../support/refusal-of.js';

const request = { email: 'Ada@Example.com', name: 'Ada', role: 'owner', agent_id: 'agent_1', password: 'x'.repeat(12) };

describe('the registration of a person', () => {
  it('takes every role, makes the address lower-case and lets no password through', () => {
    for (const role of roles) {
      expect(checkUser({ ...request, role })).eql({ email: 'ada@example.com', name: 'Ada', role, agent_id: 'agent_1' });
    }
  });

  const faults: readonly (readonly [string, object, string])[] = [
    ['no address', { email: '' }, 'email'],
    ['an address without a host', { email: 'ada@' }, 'email'],
    ['an address with a space', { email: 'ada lopez@example.com' }, 'email'],
    ['two addresses', { email: 'a@example.com@example.com' }, 'email'],
    ['an address of 255 characters', { email: `${'a'.repeat(243)}@example.com` }, 'email'],
    ['no name', { name: '' }, 'name'],
    ['an unknown role', { role: 'superuser' }, 'role'],
    ['a password of 11 characters', { password: 'x'.repeat(11) }, 'password'],
    ['a password of 201 characters', { password: 'x'.repeat(201) }, 'password'],
  ];
  for (const [title, change, field] of faults) {
    it(`is refused with ${title}, and the field named`, async () => {
      expect(await faultyFields(() => checkUser({ ...request, ...change }))).eql([field]);
    });
  }
});
