import { expect } from 'chai';
import { inPieces, readFile, repeated } from '../../support/file-content.js';
import { refusedFile } from '../../support/refused-file.js';

const xml = { format: 'xml' } as const;

describe('an XML file', () => {
  it('has a record for each element of the resource, with fields named by element and attribute paths', async () => {
    const text = `<?xml version="1.0"?>
      <!-- exported --><leads>
        <lead source="website"><name>Ann &amp; Zo&#xEB; &lt;Lee&gt;</name><budget currency="EUR"><min>1</min><max>2</max></budget>
          <tags><tag>vip</tag><tag> hot </tag></tags><notes><![CDATA[<b>1 & 2</b>]]></notes><phone/></lead>
        <lead><name>Bob</name></lead>
      </leads>`;
    for (const size of [1, 10, 10_000]) {
      expect((await readFile(inPieces(text, size), xml)).records).to.deep.equal([
        {
          number: 1,
          values: {
            source: 'website',
            name: 'Ann & Zoë <Lee>',
            'budget.currency': 'EUR',
            'budget.min': '1',
            'budget.max': '2',
            'tags.tag': ['vip', 'hot'],
            notes: '<b>1 & 2</b>',
          },
        },
        { number: 2, values: { name: 'Bob' } },
      ]);
    }
  });

  it('is read in the encoding that it declares', async () => {
    const text = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><leads><lead><name>Zoë</name></lead></leads>',
      'latin1',
    );
    expect((await readFile(text, xml)).records[0]?.values).to.deep.equal({ name: 'Zoë' });
  });

  it('reports a record that mixes text and elements as invalid', async () => {
    const { records } = await readFile('<units><unit><price>5<currency>EUR</currency></price></unit></units>', {
      ...xml,
      resource: 'units',
    });
    expect(records[0]?.fault).to.equal('has text and elements side by side in price');
  });

  const bomb = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY lol${level + 1} "${`&lol${level || ''};`.repeat(10)}">`,
  ).join('')}]><leads><lead><name>&lol9;</name></lead></leads>`;
  const refused: readonly (readonly [string, string, RegExp])[] = [
    ['has a DTD', '<!DOCTYPE leads SYSTEM "http://example.com/leads.dtd"><leads/>', /DOCTYPE, which is not allowed/],
    ['declares entities in each other', bomb, /DOCTYPE, which is not allowed/],
    ['reads a file by an entity', '<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><leads/>', /DOCTYPE/],
    [
      'names an entity that is not predefined',
      '<leads><lead><name>&nbsp;</name></lead></leads>',
      /line 1: Invalid char/,
    ],
    [
      'names an inherited property as an entity',
      '<leads><lead><name>&constructor;</name></lead></leads>',
      /line 1: Inv/,
    ],
    ['is not well-formed', '<leads>\n<lead><name>Ann</lead></leads>', /not well-formed XML in line 2/],
    ['ends too early', '<leads><lead>', /not well-formed XML/],
    ['has another root', '<contacts><lead/></contacts>', /<contacts> in line 1 where <leads> is expected/],
    ['has other records', '<leads>\n<contact/></leads>', /<contact> in line 2 where <lead> is expected/],
    ['has text between records', '<leads>text<lead/></leads>', /text outside of elements in line 1/],
    ['is 33 levels deep', `<leads><lead>${'<a>'.repeat(31)}`, /more than 32 levels deep/],
    [
      'has an element that is too long',
      `<leads><lead><a>${'x'.repeat(20_001)}</a>`,
      /20000 characters in the element a/,
    ],
    ['has a record of too many elements', `<leads><lead>${'<a>x</a>'.repeat(600_000)}`, /record that is too large/],
    ['is JSON', '{}', /not well-formed XML/],
  ];
  for (const [title, text, message] of refused) {
    it(`is refused when it ${title}`, async () => {
      expect(await refusedFile(() => readFile(text, xml))).to.match(message);
    });
  }

  it('is refused as soon as a part of it is too long', async () => {
    for (const begin of ['<leads><lead><name>', '<leads><!--', '<leads><lead a="', '<leads><', '<!DOCTYPE ']) {
      expect(await refusedFile(() => readFile(repeated(begin, 'x', 200), xml))).to.be.a('string');
    }
    async function* manyAttributes() {
      yield Buffer.from('<leads><lead ');
      for (let name = 0; name < 2_000_000; name += 1) yield Buffer.from(`a${name}="" `);
    }
    expect(await refusedFile(() => readFile(manyAttributes(), xml))).to.match(/too many attributes/);
  });
});
