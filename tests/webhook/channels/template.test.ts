import { getValue, hasLooseBraces, listPlaceholders, renderTemplate } from '@plotline/webhook/channels/model/template';
import { expect } from 'chai';

describe('a template', () => {
  it('has names in double braces, with or without spaces', () => {
    expect(listPlaceholders('{{a}} and {{ b.c }}, {{}}')).to.deep.equal(['a', 'b.c', '']);
    expect(renderTemplate('{{a}} and {{ b.c }}', (name) => `<${name}>`)).to.equal('<a> and <b.c>');
  });

  it('keeps single braces, and reports double braces without a name', () => {
    expect(hasLooseBraces('{a} {{b}}')).to.equal(false);
    for (const template of ['{{a', 'a}}', '{{a{b}}']) expect(hasLooseBraces(template), template).to.equal(true);
  });

  it('is parsed quickly, even if many spaces follow open braces', () => {
    expect(hasLooseBraces(`{{${' '.repeat(5_000)}a`)).to.equal(true);
  });

  it('renders each placeholder only once, so that braces in a value are not read as a name', () => {
    expect(renderTemplate('{{a}}', () => '{{b}}')).to.equal('{{b}}');
  });
});

describe('getValue', () => {
  it('finds only own members, at any depth', () => {
    expect(getValue({ a: { b: 1 } }, 'a.b')).to.equal(1);
    for (const path of ['a.c', 'a.b.c', 'constructor', 'a.__proto__', '']) {
      expect(getValue({ a: { b: 1 } }, path), path).to.equal(undefined);
    }
  });
});
