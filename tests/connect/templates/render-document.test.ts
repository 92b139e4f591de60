import { createSampleFacts } from '@plotline/connect/templates/model/sample-facts';
import { renderDocument } from '@plotline/connect/templates/work/render-document';
import { expect } from 'chai';
import { extractText, getDocumentProxy } from 'unpdf';

const facts = createSampleFacts(new Date('2027-02-01T22:30:00Z'), 'Asia/Dubai');
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const file = 'file_01k9zq6h3m8v2x4c5b7n9p0rst';

async function read(body: string, change: Partial<Parameters<typeof renderDocument>[0]> = {}) {
  const signers = [{ name: 'Maria Silva', email: 'maria@example.com' }];
  const parts = { template: { name: 'Contract', body }, title: 'Contract', facts, signers, images: {}, ...change };
  const { content, pages } = await renderDocument(parts);
  const document = await getDocumentProxy(new Uint8Array(content));
  const { text } = await extractText(document, { mergePages: false });
  return { pages, texts: text.map((page) => page.replaceAll(/\s+/g, ' ')), count: document.numPages };
}

describe('a document that is rendered from a template', () => {
  it('contains the values of its fields, with the signers on the last page', async () => {
    const { texts, pages, count } = await read(
      '# Sale\n\n{{ lead.name }} buys {{unit.name}}, {{unit.size}}, for **{{deal.value}}** on {{deal.closed_on}}.\n\n- {{lead.phone}}',
    );
    expect([pages, count]).to.deep.equal([2, 2]);
    expect(texts[0]).to.include('Maria Silva buys Tower A, 1204, 118.5 m², for AED 1,850,000.00 on 2027-02-02.');
    expect(texts[0]).to.include('1 / 2');
    expect(texts[1]).to.include('Signatures').and.to.include('maria@example.com').and.to.include('2 / 2');
  });

  it('shows a dash for a value that the record lacks', async () => {
    const { texts } = await read('Area: {{property.area}}.', { facts: { ...facts, property: { name: 'X' } } });
    expect(texts[0]).to.include('Area: —.');
  });

  it('shows Markdown and HTML in values as plain text', async () => {
    const lead = { name: '**Bold** <b>x</b> ![a](file_1)', email: 'a@example.com' };
    const { texts } = await read('{{lead.name}}', { facts: { ...facts, lead } });
    expect(texts[0]).to.include('**Bold** <b>x</b> ![a](file_1)');
  });

  it('has tables, lists, quotes and images', async () => {
    const body = `| A | B |\n| --- | ---: |\n| one | two |\n\n1. first\n2. second\n\n> quoted\n\n---\n\n![Logo](${file})\n\n<div>x</div>`;
    const { texts } = await read(body, { images: { [file]: pixel } });
    for (const part of ['one', 'two', 'first', 'second', 'quoted', '<div>x</div>']) expect(texts[0]).to.include(part);
  });

  it('has as many pages as it needs', async () => {
    const { pages, count, texts } = await read('A long paragraph of a contract.\n\n'.repeat(120));
    expect(pages).to.equal(count).and.to.be.greaterThan(3);
    expect(texts.at(-1)).to.include('Signatures');
  });

  it('has room for five signers', async () => {
    const signers = Array.from({ length: 5 }, (_, place) => ({
      name: `Signer ${place}`,
      email: `s${place}@example.com`,
    }));
    const { texts, pages } = await read('Text', { signers });
    expect(pages).to.equal(2);
    for (const { name } of signers) expect(texts[1]).to.include(name);
  });
});
