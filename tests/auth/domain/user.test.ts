import { parseUserRequest, roles } from '@plotline/auth/domain/user';
import { expect } from 'chai';
import { faultyFields } from '../../support/refusal-of.js';

const request = { email: 'Ada@Example.com', name: 'Ada', role: 'owner', agent_id: 'agent_1', password: 'x'.repeat(12) };

describe('parseUserRequest', () => {
  it('accepts every role, lower-cases the e-mail address and leaves the password out', () => {
    for (const role of roles) {
      expect(parseUserRequest({ ...request, role })).to.deep.equal({
        email: 'ada@example.com',
        name: 'Ada',
        role,
        agent_id: 'agent_1',
      });
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
    it(`refuses ${title} with a VALIDATION_ERROR that names ${field}`, async () => {
      expect(await faultyFields(() => parseUserRequest({ ...request, ...change }))).to.deep.equal([field]);
    });
  }
});
