import { hashNewPassword, isOwnName } from '@plotline/auth/people/store/new-password';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';

const owner = { email: 'ada.lopez@example.com', workspaceNames: ['Waterfront Realty'] };

describe('a new password', () => {
  for (const password of [
    'ada.lopez@example.com',
    'Ada.Lopez@Example.com!',
    'adalopez-1234',
    'ada.lopezada.lopez',
    'Waterfront Realty',
    'waterfront-realty-1',
    'PlotlinePlotline',
    'Plotline1234',
    'Ｐｌｏｔｌｉｎｅ!!!!!!',
  ]) {
    it(`cannot be the person's name: ${password}`, async () => {
      const { code, details } = await refusalOf(() => hashNewPassword(password, owner));
      expect([code, details[0]?.field]).to.deep.equal(['VALIDATION_ERROR', 'password']);
    });
  }

  for (const password of [
    'plotline and 9 horses',
    'a waterfront far away',
    'lopez sells paper boats',
    'correct horse battery',
  ]) {
    it(`can be ${password}`, () => {
      expect(isOwnName(password, owner)).to.equal(false);
    });
  }

  it("may contain short words from the person's details, which many passwords contain", () => {
    expect(isOwnName('a quiet harbour', { email: 'a@example.com', workspaceNames: ['AB'] })).to.equal(false);
  });

  it('must have at least twelve characters', async () => {
    const { details } = await refusalOf(() => hashNewPassword('paper boats', owner, 'new_password'));
    expect(details).to.deep.equal([{ field: 'new_password', message: 'must have 12 to 200 characters' }]);
    expect(await hashNewPassword('paper boats!', owner)).to.be.a('string');
  });
});
