import { attribute, flag, html, trustedMarkup } from '@plotline/kit/http/html';
import { expect } from 'chai';

describe('html', () => {
  it('escapes every value, between tags and in attributes', () => {
    const name = `<img src=x onerror="alert('1')">&`;
    const escaped = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';
    expect(html`<p title="${name}">${name}</p>`.toString()).to.equal(`<p title="${escaped}">${escaped}</p>`);
    expect(html`<ul>${[name, html`<li>${name}</li>`]}</ul>`.toString()).to.equal(
      `<ul>${escaped}<li>${escaped}</li></ul>`,
    );
  });

  it('keeps its own markup, and omits missing values', () => {
    expect(html`<p>${html`<b>${3}</b>`}${undefined}${false}</p>`.toString()).to.equal('<p><b>3</b></p>');
    expect(html`<svg>${trustedMarkup('<path/>')}</svg>`.toString()).to.equal('<svg><path/></svg>');
  });

  it('writes only attributes that have a value', () => {
    const attributes = [
      attribute('value', '"'),
      attribute('maxlength', undefined),
      flag('required', true),
      flag('x', false),
    ];
    expect(html`<input${attributes}>`.toString()).to.equal('<input value="&quot;" required>');
  });
});
