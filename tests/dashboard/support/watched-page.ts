import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { system } from '../../support/system.js';

/** What a page did that no page of the dashboard may do. */
export interface Faults {
  /** Fails when there was an error of the console, a violation of the page's policy, or a request to elsewhere. */
  assertNone(): void;
  /** Errors of the console with this text are what the test provokes. */
  expectError(text: RegExp): void;
}

export function watchPage(page: Page): Faults {
  const seen: string[] = [];
  const expected: RegExp[] = [];
  const base = system().urls.auth;
  page.on('console', (message) => {
    if (message.type() === 'error') seen.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => seen.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${base}/`) && !url.startsWith('data:') && !url.startsWith('blob:')) seen.push(`asked ${url}`);
  });
  return {
    assertNone: () => expect(seen.filter((text) => !expected.some((one) => one.test(text)))).to.deep.equal([]),
    expectError: (text) => expected.push(text),
  };
}
