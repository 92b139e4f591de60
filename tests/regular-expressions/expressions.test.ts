import { expect } from 'chai';
import { findInContract, findInSource } from './find-expressions.js';
import { judgeExpression } from './judge-expression.js';

describe('the regular expressions in the product', () => {
  it('are found in sources, as literals and as constants in the file', () => {
    const text = `const atom = '[a-z]+';
      const label = \`\${atom}x\`;
      export const one = /a\\/b*/gi;
      export const two = new RegExp(\`^\${label}$\`, 'i');
      export const three = (term: string) => new RegExp(escape(term));`;
    expect(findInSource('a.ts', text)).to.deep.equal([
      { source: 'a\\/b*', flags: 'gi', at: 'a.ts:3' },
      { source: '^[a-z]+x$', flags: 'i', at: 'a.ts:4' },
    ]);
  });

  it('are found in contracts, wherever a schema has a pattern', () => {
    const text =
      'components:\n  schemas:\n    Name: { type: string, pattern: "^\\\\S+$" }\n    Other: { items: [{ pattern: x }] }\n';
    expect(findInContract('openapi.yaml', text).map(({ source }) => source)).to.deep.equal(['^\\S+$', 'x']);
  });

  it('are refused when their time grows faster than the text', async () => {
    const separator = { source: '\\s*[;|,\\s]\\s*(?=https?:)', flags: 'i' };
    expect(await judgeExpression(separator)).to.match(/polynomial/);
    expect(await judgeExpression({ source: '^(a+)+$', flags: '' })).to.match(/exponential/);
    expect(await judgeExpression({ source: '^[a-z]+$', flags: '' })).to.equal(null);
  });
});
