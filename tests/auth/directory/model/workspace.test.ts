import { createWorkspace, plans } from '@plotline/auth/directory/model/workspace';
import { expect } from 'chai';
import { faultyFields } from '../../../support/refusal-of.js';

const now = new Date('2026-03-01T00:00:00Z');
const request = { name: 'Harbour Homes', plan: 'starter', currency: 'EUR' };

describe('createWorkspace', () => {
  it('accepts each plan and the requested currency', () => {
    for (const plan of plans) {
      expect(createWorkspace({ ...request, plan }, 'ws_1', now)).to.deep.equal({
        id: 'ws_1',
        version: 1,
        name: 'Harbour Homes',
        plan,
        currency: 'EUR',
        require_two_factor: false,
        deletion_request: null,
        suspended_at: null,
        created_at: now,
      });
    }
  });

  it('defaults the currency to USD', () => {
    expect(createWorkspace({ ...request, currency: '' }, 'ws_1', now).currency).to.equal('USD');
  });

  it('accepts a unit of account in which homes are priced', () => {
    expect(createWorkspace({ ...request, currency: 'CLF' }, 'ws_1', now).currency).to.equal('CLF');
  });

  const faults: readonly (readonly [string, object, string])[] = [
    ['no name', { name: '' }, 'name'],
    ['a name of spaces', { name: '  ' }, 'name'],
    ['a name with a line break', { name: 'Harbour\nHomes' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['an unknown plan', { plan: 'free' }, 'plan'],
    ['no plan', { plan: '' }, 'plan'],
    ['a currency in lower case', { currency: 'eur' }, 'currency'],
    ['a currency of four letters', { currency: 'EURO' }, 'currency'],
    ['three letters that are not a code of ISO 4217', { currency: 'ZZZ' }, 'currency'],
  ];
  for (const [title, change, field] of faults) {
    it(`refuses ${title} with a VALIDATION_ERROR for ${field}`, async () => {
      expect(await faultyFields(() => createWorkspace({ ...request, ...change }, 'ws_1', now))).to.deep.equal([field]);
    });
  }
});
