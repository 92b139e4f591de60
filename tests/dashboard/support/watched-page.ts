import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { system } from '../../support/system.js';

/** Records errors, and actions that a dashboard page must not take. */
export interface Faults {
  /** Fails after a console error, a violation of the content security policy or a request to another host. */
  assertNone(): void;
  /** Allows console errors with this text, because the test provokes them. */
  expectError(text: RegExp): void;
}

export function watchPage(page: Page): Faults {
  const seen: string[] = [];
  const expected: RegExp[] = [];
  const { auth: base, api } = system().urls;
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => seen.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    const allowed = [`${base}/`, `${api}/media/`, 'data:', 'blob:'];
    if (!allowed.some((start) => url.startsWith(start))) seen.push(`asked ${url}`);
  });
  return {
    assertNone: () => expect(seen.filter((text) => !expected.some((one) => one.test(text)))).to.deep.equal([]),
    expectError: (text) => expected.push(text),
  };
}
