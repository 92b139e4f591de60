import { writeJsonArray } from '@plotline/transfer/formats/work/write-json';
import { expect } from 'chai';
import { inPieces, readFile, readText, repeated } from '../../support/file-content.js';
import { refusedFile } from '../../support/refused-file.js';

const formats = ['json', 'jsonl'] as const;

describe('a file with a JSON array', () => {
  for (const format of formats) {
    it(`has a record for each object in the array, in any chunks, sent as ${format}`, async () => {
      const text = '\n[ {"a":"},]\\"[","b":{"c":[1,{"d":2}]}}\n,\n{"name":"Zoë"} ]\n';
      for (const size of [1, 3, 65_536]) {
        expect((await readFile(inPieces(text, size), { format })).records).to.deep.equal([
          { number: 1, values: { a: '},]"[', b: { c: [1, { d: 2 }] } } },
          { number: 2, values: { name: 'Zoë' } },
        ]);
      }
    });

    it(`is read in the form that an export writes, sent as ${format}`, async () => {
      async function* records() {
        yield '{"id":"lead_1","name":"Noor"}';
        yield '{"id":"lead_2","name":null}';
      }
      const { records: read } = await readFile(await readText(writeJsonArray(records())), { format });
      expect(read.map(({ number, values }) => [number, values['id']])).to.deep.equal([
        [1, 'lead_1'],
        [2, 'lead_2'],
      ]);
    });
  }

  it('reports each item that is not an object as an invalid record, and is read to its end', async () => {
    const deep = `{"a":${'['.repeat(40)}${']'.repeat(40)}}`;
    const { records } = await readFile(`[1, "x", null, {bad}, [{}], , ${deep}, {"a":1},]`, { format: 'json' });
    expect(records.map(({ fault }) => fault)).to.deep.equal([
      'must be a JSON object',
      'must be a JSON object',
      'must be a JSON object',
      'is not valid JSON; every item has one JSON object',
      'must be a JSON object',
      'is not valid JSON; every item has one JSON object',
      'is nested deeper than 32 levels',
      undefined,
    ]);
  });

  it('reports an item that is too long as an invalid record, and is read to its end', async () => {
    const { records } = await readFile(repeated('[{"a":"', 'x', 32, '"},{"a":1}]'), { format: 'json' });
    expect(records).to.deep.equal([
      { number: 1, values: {}, fault: 'is longer than 1048576 characters' },
      { number: 2, values: { a: 1 } },
    ]);
  });

  it('may have objects without an array, unless it is sent as lines', async () => {
    const { records } = await readFile('{\n "a": 1\n}\n{"a":2}', { format: 'json' });
    expect(records.map(({ values }) => values['a'])).to.deep.equal([1, 2]);
  });

  const refused: readonly (readonly [string, string, RegExp])[] = [
    ['ends within an item', '[{"a":1}, {"a":', /is not complete JSON: it ends within or after record 2/],
    ['ends within a text', '[{"a":"', /is not complete JSON/],
    ['has no end', '[{"a":1}', /is not complete JSON/],
    ['has text after its end', '[{"a":1}] x', /has text after the end of its JSON array/],
    ['has a bracket too many', '[{"a":1}}]', /has a } without its beginning after record 0/],
    ['is a text', '"x"', /must be a JSON array of objects, such as \[/],
    ['is blank', ' \n', /must be a JSON array of objects/],
  ];
  for (const [title, text, message] of refused) {
    it(`is refused when it ${title}`, async () => {
      expect(await refusedFile(() => readFile(text, { format: 'json' }))).to.match(message);
    });
  }
});
