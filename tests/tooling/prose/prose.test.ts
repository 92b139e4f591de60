import { expect } from 'chai';
import { maxColumns, maxWords } from './exceptions.js';
import { findFaults } from './find-faults.js';

const lines = (path: string, text: string): number[] => findFaults(path, text).map(({ line }) => line);

describe('the prose check', () => {
  for (const text of [
    '// What is stored stays.',
    '/** Who asks first is first. */',
    '/**\n * Of two values the later one.\n */',
    'run(); // That which ran.',
    '// It ends.\n// What is left stays.',
    "const a = '//'; /* Of two. */",
    'const a = <p>// Of two {/* Of three */}</p>;',
  ]) {
    it(`refuses the comment in ${JSON.stringify(text)}`, () => {
      expect(findFaults('a.tsx', text)).to.have.length(1);
    });
  }

  for (const text of [
    '// What is stored?',
    '// Stores what is new. Whatever is old stays.',
    "const text = '// What is stored stays.';",
    'const text = `\n// Of two.\n`;',
    'const text = <p>// Of two.</p>;',
    '// Offers of the day.',
  ]) {
    it(`accepts the comment in ${JSON.stringify(text)}`, () => {
      expect(findFaults('a.tsx', text)).to.deep.equal([]);
    });
  }

  it('refuses a title that opens with a relative clause or a case', () => {
    const text = "describe('what is stored', () => {\n  it('of two', () => {});\n  it(`of two`, () => {});\n});";
    expect(lines('a.test.ts', text)).to.have.members([1, 2, 3]);
    expect(lines('a.test.ts', "it('offers what is stored', () => {});")).to.deep.equal([]);
  });

  it('reports the line where the sentence starts, and its text', () => {
    const text = 'run();\n/**\n * Runs it. Of two,\n * the later one.\n */\n';
    expect(findFaults('a.ts', text)).to.deep.equal([
      { line: 3, rule: 'comment opens with "Of"', text: 'Of two, the later one.' },
    ]);
  });

  for (const path of ['a.yaml', 'a.yml', 'Dockerfile', 'a.sh', 'a.py']) {
    it(`also checks comments in ${path}`, () => {
      expect(lines(path, 'a: 1\n# The first.\n# Of two.\n')).to.deep.equal([3]);
    });
  }

  it('also checks comments in protos', () => {
    expect(lines('a.proto', '  // Who asks.\n  string caller = 1;')).to.deep.equal([1]);
  });

  const words = Array.from({ length: maxWords }, () => 'word').join('\n');

  it('refuses a README sentence that is too long', () => {
    expect(lines('README.md', `Short.\n\n- ${words} word.\n`)).to.deep.equal([3]);
    expect(lines('README.md', `W${words.slice(1)}. W${words.slice(1)}.\n`)).to.deep.equal([]);
    expect(lines('guide.md', `${words} word.\n`)).to.deep.equal([]);
  });

  it('counts code in a README as one word, and ignores tables, code blocks and link targets', () => {
    const excluded = ['`npm run\na b c`', '[word](a b c)'].join(' ');
    expect(lines('README.md', `${words.slice(10)} ${excluded}.\n`)).to.deep.equal([]);
    expect(lines('README.md', `| ${words.replaceAll('\n', ' ')} word |\n`)).to.deep.equal([]);
    expect(lines('README.md', `\`\`\`\n${words} word\n\`\`\`\n`)).to.deep.equal([]);
    expect(lines('README.md', `Run:\n\n    ${words.replaceAll('\n', ' ')} word\n`)).to.deep.equal([]);
  });

  const long = 'word '.repeat(maxColumns / 5);

  it('refuses overlong lines in comments, YAML and Markdown', () => {
    expect(lines('a.ts', `// ${long}`)).to.deep.equal([1]);
    expect(lines('a.yaml', `text: |\n  ${long}word`)).to.deep.equal([2]);
    expect(lines('guide.md', `${long}word`)).to.deep.equal([1]);
  });

  it("accepts long lines that can't be broken: literals, URLs, tables, code and YAML keys", () => {
    expect(lines('a.ts', `const text = '${long}word';`)).to.deep.equal([]);
    expect(lines('a.ts', `// ${long}https://example.com`)).to.deep.equal([]);
    expect(lines('a.yaml', `summary: ${long}`)).to.deep.equal([]);
    expect(lines('guide.md', `| ${long} |\n\n\`\`\`\n${long}word\n\`\`\`\n`)).to.deep.equal([]);
  });
});
