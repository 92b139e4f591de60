import { html } from '@plotline/kit/http/html';
import { renderPage } from './layout.js';

export interface MessageView {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Where to go from here. */
  readonly next?: { readonly href: string; readonly label: string } | undefined;
  /** Told to the support, when something failed. */
  readonly requestId?: string | undefined;
}

/** A page that says something and asks for nothing. */
export function renderMessage({ heading, paragraphs, next, requestId }: MessageView): string {
  const link = next && html`<p><a class="button primary" href="${next.href}">${next.label}</a></p>`;
  const request = requestId && html`<p class="after">Request <code>${requestId}</code></p>`;
  const content = html`${paragraphs.map((text) => html`<p class="lead">${text}</p>`)}${link}${request}`;
  return renderPage({ heading, content });
}

/**
 * After every request that sends a mail. It says the same whether the address has an account or not, so that nobody can
 * find out who has one.
 */
export function renderMailSent(email: string): string {
  return renderMessage({
    heading: 'Look into your mail',
    paragraphs: [
      `If everything is in order with it, a mail is on its way to ${email}. The link in it works once and for a short time.`,
      'Nothing there after a few minutes? Look among the unwanted mails, or ask for another one.',
    ],
    next: { href: '/auth/sign-in', label: 'Back to sign in' },
  });
}

/** A link that was used, is too old or was never sent: they are not told apart. */
export function renderDeadLink(): string {
  return renderMessage({
    heading: 'This link no longer works',
    paragraphs: ['Links in our mails work once and for a short time. This one was used already, or its time is over.'],
    next: { href: '/auth/sign-in', label: 'Go to sign in' },
  });
}
