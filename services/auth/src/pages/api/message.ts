import { html } from '@plotline/kit/http/html';
import { renderPage } from './layout.js';

export interface MessageView {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Link to the next page. */
  readonly next?: { readonly href: string; readonly label: string } | undefined;
  /** Request id, with which support can find the failed request. */
  readonly requestId?: string | undefined;
}

/** Renders a page with a message and no form. */
export function renderMessage({ heading, paragraphs, next, requestId }: MessageView): string {
  const link = next && html`<p><a class="button primary" href="${next.href}">${next.label}</a></p>`;
  const request = requestId && html`<p class="after">Request <code>${requestId}</code></p>`;
  const content = html`${paragraphs.map((text) => html`<p class="lead">${text}</p>`)}${link}${request}`;
  return renderPage({ heading, content });
}

/**
 * Renders the page after every request that sends an email. The text doesn't depend on whether the address has an
 * account, so that it reveals nothing about accounts.
 */
export function renderMailSent(email: string): string {
  return renderMessage({
    heading: 'Check your email',
    paragraphs: [
      `If ${email} is the right address, an email is on its way. Its link works once, for a short time.`,
      'No email after a few minutes? Check your spam folder, or request another one.',
    ],
    next: { href: '/auth/sign-in', label: 'Back to sign in' },
  });
}

/** Renders the page of a link that was used, has expired or never existed. The page is the same in all three cases. */
export function renderDeadLink(): string {
  return renderMessage({
    heading: 'This link no longer works',
    paragraphs: ['Links in our emails work once, for a short time. This link was already used or has expired.'],
    next: { href: '/auth/sign-in', label: 'Go to sign in' },
  });
}
