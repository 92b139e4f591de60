import { prefersStrict } from '@plotline/kit/http/request';
import { expect } from 'chai';

describe('prefersStrict', () => {
  for (const header of [
    'handling=strict',
    'Handling=Strict',
    'return=minimal, handling=strict',
    'handling = "strict"; wait=5',
  ]) {
    it(`asks for strict handling as ${header}`, () => {
      expect(prefersStrict(header)).to.equal(true);
    });
  }

  for (const header of [undefined, '', 'handling=lenient', 'strict', 'handling=strictly', 'mishandling=strict']) {
    it(`asks for nothing as ${header ?? 'nothing at all'}`, () => {
      expect(prefersStrict(header)).to.equal(false);
    });
  }
});
