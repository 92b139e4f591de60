import { assets } from '@plotline/auth/pages/api/assets';
import { createContentSecurityPolicy } from '@plotline/auth/pages/api/send-page';
import { renderSignIn } from '@plotline/auth/people/api/render-sign-in';
import { expect } from 'chai';
import { samplePages } from './sample-pages.js';

function matchAll(page: string, pattern: RegExp): readonly string[] {
  return [...page.matchAll(pattern)].map((match) => match[1] ?? match[0]);
}

/** Registers a test that checks a guarantee for every page, in each of its states. */
function testEach(guarantee: string, check: (page: string, name: string) => void): void {
  it(guarantee, () => {
    for (const [name, page] of Object.entries(samplePages)) check(page, name);
  });
}

describe('Every page', () => {
  testEach('is a complete document with one heading, which its title contains', (page, name) => {
    const [heading, ...others] = matchAll(page, /<h1>([^<]*)<\/h1>/g);
    expect(others, name).to.deep.equal([]);
    expect(page, name)
      .to.match(/^<!doctype html>\n<html lang="en">/)
      .and.include(`${heading} · Plotline</title>`);
    expect(page, name)
      .to.include('name="viewport"')
      .and.not.match(/undefined|\[object/);
  });

  testEach('needs no script and no inline style, and loads only our assets', (page, name) => {
    expect(page, name).to.not.match(/<script|<style|<[^>]+\s(style|on\w+)=/i);
    for (const address of matchAll(page, /<(?:link|img)[^>]* (?:href|src)="([^"]*)"/g)) {
      expect(assets.has(address), `${name}: ${address}`).to.equal(true);
    }
  });

  testEach('labels each field, and links its hint and error to it', (page, name) => {
    const ids = matchAll(page, / id="([^"]*)"/g);
    expect(ids, name).to.have.length(new Set(ids).size);
    const fields = matchAll(page, /(<input(?![^>]*type="hidden")[^>]*>)/g);
    for (const field of fields.filter((one) => !one.includes('aria-label='))) {
      const [id] = matchAll(field, / id="([^"]*)"/g);
      expect(page, name).to.include(`for="${id}"`);
      for (const described of matchAll(field, /aria-describedby="([^"]*)"/g)) {
        expect(ids, name).to.include.members(described.split(' '));
      }
    }
    for (const target of matchAll(page, /href="#([^"]*)"/g)) expect(ids, name).to.include(target);
  });

  testEach('posts its forms to this host with the CSRF token, and renders no password', (page, name) => {
    for (const form of matchAll(page, /<form[\s\S]*?<\/form>/g)) {
      expect(form, name).to.match(/^<form method="post" action="\/(auth|oauth)\//);
      expect(form, name).to.include('name="csrf_token" value="form"');
    }
    expect(page, name).to.not.match(/<input(?=[^>]*type="password")[^>]* value=/);
  });
});

describe('A page with a problem', () => {
  const problem = { fields: { email: 'Must be an "address".' } };
  const page = renderSignIn({ csrfToken: 'form', canSignUp: false, email: '"><script>', problem });

  it('shows the problem in its title, above the form and at the field, which gets the focus', () => {
    expect(page).to.include('<title>Error: Sign in · Plotline</title>').and.include('role="alert"');
    expect(page).to.include('<a href="#email">Must be an &quot;address&quot;.</a>');
    expect(page).to.match(/<input id="email"[^>]* aria-describedby="email-error" aria-invalid="true"[^>]* autofocus>/);
  });

  it('shows the entered values, escaped', () => {
    expect(page).to.include('value="&quot;&gt;&lt;script&gt;"');
  });
});

describe('The Content-Security-Policy of pages', () => {
  it('allows no scripts, and limits form targets to this host unless the page leads to an app', () => {
    const policy = createContentSecurityPolicy();
    expect(policy).to.include("default-src 'none'").and.include("form-action 'self';").and.not.include('script-src');
    const leadsToApp = createContentSecurityPolicy({ leadsToApp: true });
    expect(leadsToApp)
      .to.include("default-src 'none'")
      .and.not.match(/form-action|script-src/);
  });
});
