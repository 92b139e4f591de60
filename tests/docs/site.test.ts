import { createSite } from '@plotline/docs/site';
import { createDocuments } from '@plotline/gateway/contract/documents';
import { readList, readRecord } from '@plotline/gateway/contract/json';
import { readContract } from '@plotline/gateway/contract/merge';
import { placeholderAddresses, sandboxPart } from '@plotline/gateway/contract/placeholder-addresses';
import { expect } from 'chai';
import { servicesFolder } from '../gateway/support/served-document.js';
import { isTree, textOf } from '../support/contract/tree.js';

const documents = createDocuments(readContract(servicesFolder), servicesFolder, placeholderAddresses);
const { api, sandbox, auth } = placeholderAddresses;

describe('the API documentation site', () => {
  const site = createSite({ document: documents.api, title: 'Plotline API', otherHost: auth });
  const read = (name: string) => site.get(name) ?? expect.fail(`There is no ${name}.`);
  const pages = [...site].filter(([name]) => name.endsWith('.html'));

  it('loads nothing from other hosts', () => {
    const loaded = /<(?:link|script)[^>]+(?:src|href)="(?!data:)([^"]+)"/g;
    for (const [name, text] of pages) {
      const addresses = [...text.matchAll(loaded)].map(([, address]) => address);
      expect(addresses, name).to.have.members(['/docs/docs.css', '/docs/search.js']);
    }
    expect([...site.keys()]).to.include.members(['docs.css', 'search.js', 'minisearch.js', 'search.json']);
    expect(read('minisearch.js')).to.match(/^export \{ \w+ as default \}/m);
    expect(read('search.js')).to.include("'/docs/minisearch.js'").and.to.contain("'/docs/search.json'");
  });

  it('has no inline code and no inline styles', () => {
    for (const [name, text] of pages) expect(text, name).to.not.match(/<script>|<style|<[^>]*\s(on\w+|style)=/);
  });

  it('has a page for each operation with samples for the live address, linked from the first page', () => {
    const items = Object.values(readRecord(documents.api, 'paths')).filter(isTree);
    const members = items.flatMap((item) => Object.values(item)).filter(isTree);
    const operations = members.flatMap(({ operationId }) => textOf(operationId) ?? []);
    expect(operations).to.include.members(['createLead', 'listLeads']);
    for (const id of operations) {
      expect(read('index.html')).to.include(`href="/docs/operations/${id}"`);
      const page = read(`operations/${id}.html`);
      expect(page, id).to.include('<summary>curl</summary>').and.to.contain('<summary>Node</summary>');
      expect(page, id).to.include('<summary>Python</summary>').and.to.contain(`${api}/v1/`);
    }
  });

  it('has a page for each event', () => {
    for (const name of Object.keys(readRecord(documents.api, 'webhooks'))) {
      expect(read(`events/${name}.html`)).to.include(`<h1>${name}</h1>`);
    }
  });

  it('shows all parameters of an operation, including path parameters and common ones', () => {
    const page = read('operations/createLead.html');
    for (const name of ['X-Workspace-ID', 'X-Request-Id', 'Prefer', 'Idempotency-Key']) {
      expect(page).to.match(new RegExp(`<code>${name}</code> <span>string</span>[^]*?<p>\\w`));
    }
    expect(page)
      .to.match(/Scopes: <code>write:leads<\/code>/)
      .and.to.match(/Roles of people:/);
  });

  it('shows the accepted file types of an upload, and samples that send a file', () => {
    const page = read('operations/importLeads.html');
    expect(page).to.include('<code>text/csv</code>').and.to.contain('--data-binary @file.');
  });

  it('lists the response headers once, on the first page', () => {
    expect(read('index.html').match(/<code>X-RateLimit-Remaining<\/code>/g)).to.have.length(1);
    expect(read('operations/createLead.html')).to.not.include('X-RateLimit-Remaining');
  });

  it('marks the part of the first page that a gateway without a sandbox address removes', () => {
    const [, part = ''] = read('index.html').split(sandboxPart.start);
    expect(part.split(sandboxPart.end)[0])
      .to.match(/^<li>.*<\/li>$/)
      .and.to.contain(sandbox);
    expect(readList(documents.api, 'servers')).to.have.length(2);
  });

  it('replaces addresses in guides with placeholders', () => {
    for (const [name, text] of pages) expect(text, name).to.not.match(/\{\{(live|sandbox|auth)\}\}/);
    expect(read('guides/first-call.html')).to.include(api).and.to.contain(sandbox);
  });

  it('links from guides to the operations on both hosts', () => {
    const links = [...read('guides/sandbox.html').matchAll(/<a href="([^"]+)"/g)].map(([, address]) => address);
    expect(links.join()).to.include(`${auth}/docs/operations/`);
    for (const [name, text] of pages) expect(text, name).to.not.include('href="operation:');
  });

  it('indexes the words on every page except the first for search, without addresses', () => {
    const index: { path: string; summary: string; words: string }[] = JSON.parse(read('search.json'));
    expect(index).to.have.length(pages.length - 1);
    expect(index.find(({ path }) => path === '/docs/guides/sales')?.words.split(' ')).to.include('refund');
    // This guide contains the placeholder addresses, and the word occurs nowhere else in it.
    expect(index.find(({ path }) => path === '/docs/guides/first-call')?.words.split(' ')).to.not.include('invalid');
    for (const { path, summary } of index) {
      expect(summary.replaceAll(sandbox, '').replaceAll(api, ''), path).to.not.include('https://');
    }
  });
});

describe("the authorization server's documentation site", () => {
  const site = createSite({ document: documents.auth, title: 'Plotline authorization server', otherHost: api });

  it('has its own operations in the same form, alongside the same guides', () => {
    const home = site.get('index.html') ?? '';
    expect(home).to.include('<title>Plotline authorization server</title>').and.to.contain(auth);
    expect([...site.keys()]).to.include.members(['operations/requestToken.html', 'guides/first-call.html']);
    expect([...site.keys()]).to.not.include('operations/createLead.html');
    expect(site.get('guides/first-call.html')).to.include(sandbox);
  });
});
