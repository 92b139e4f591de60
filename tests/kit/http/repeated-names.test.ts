import { hasRepeatedNames } from '@plotline/kit/http/body';
import { expect } from 'chai';

const isRepeated = (text: string) => hasRepeatedNames(Buffer.from(text), JSON.parse(text));

describe('hasRepeatedNames', () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"a":{"b":1,"b":1}}',
    '[{"a":1},{"b":1,"c":2,"b":3}]',
    '{"\\u0061":1,"a":2}',
    '{"a":":","a":"\\""}',
  ]) {
    it(`finds a repeated name in ${text}`, () => expect(isRepeated(text)).to.equal(true));
  }

  for (const text of [
    '{}',
    '[]',
    '"a:b"',
    'null',
    '{"a":1,"b":{"a":1}}',
    '[{"a":1},{"a":2}]',
    '{"a:b":"c: \\"d\\": e","\\\\":"\\\\"}',
    '{ "a" : [ "x:y" , { "b" : null } ] }',
    '{"é":"漢:字"}',
  ]) {
    it(`finds no repeated name in ${text}`, () => expect(isRepeated(text)).to.equal(false));
  }
});
