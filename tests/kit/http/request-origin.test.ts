import { prefersStrict } from '@plotline/kit/http/request';
import { expect } from 'chai';

describe('prefersStrict', () => {
  for (const header of [
    'handling=strict',
    'Handling=Strict',
    'return=minimal, handling=strict',
    'handling = "strict"; wait=5',
  ]) {
    it(`is true for ${header}`, () => {
      expect(prefersStrict(header)).to.equal(true);
    });
  }

  for (const header of [undefined, '', 'handling=lenient', 'strict', 'handling=strictly', 'mishandling=strict']) {
    it(`is false for ${header ?? 'no header'}`, () => {
      expect(prefersStrict(header)).to.equal(false);
    });
  }
});
