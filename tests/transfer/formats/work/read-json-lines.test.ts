import { expect } from 'chai';
import { inPieces, readFile, repeated } from '../../support/file-content.js';

const jsonl = { format: 'jsonl' } as const;

describe('a file of JSON lines', () => {
  it('has one unchanged record per line, in any chunks', async () => {
    const text = '{"name":"Zoë","budget":{"min":1.5}}\r\n\n{"tags":["a"]}';
    for (const size of [1, 3, 100]) {
      expect((await readFile(inPieces(text, size), jsonl)).records).to.deep.equal([
        { number: 1, values: { name: 'Zoë', budget: { min: 1.5 } } },
        { number: 3, values: { tags: ['a'] } },
      ]);
    }
  });

  it('reports each line that is not a JSON object as an invalid record, and is read to its end', async () => {
    const deep = `{"a":${'['.repeat(40)}${']'.repeat(40)}}`;
    const { records } = await readFile(`{"a":1\n[1]\nnull\n"x"\n${deep}\n{"a":1}\n`, jsonl);
    expect(records.map(({ number, fault }) => [number, fault])).to.deep.equal([
      [1, 'is not valid JSON; every line has one JSON object'],
      [2, 'must be a JSON object'],
      [3, 'must be a JSON object'],
      [4, 'must be a JSON object'],
      [5, 'is nested deeper than 32 levels'],
      [6, undefined],
    ]);
  });

  it('reports a line that is too long as an invalid record, and is read to its end', async () => {
    const { records } = await readFile(repeated('{"a":"', 'x', 32, '"}\n{"a":1}'), jsonl);
    expect(records).to.deep.equal([
      { number: 1, values: {}, fault: 'is longer than 1048576 characters' },
      { number: 2, values: { a: 1 } },
    ]);
  });
});
