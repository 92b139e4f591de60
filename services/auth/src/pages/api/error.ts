import { type MessageView, renderMessage } from './message.js';

/** Kinds of errors. They differ in the next step that the page offers. */
export type ErrorKind =
  | 'unknown_app'
  | 'unknown_redirect'
  | 'unreadable'
  | 'stale_form'
  | 'not_found'
  | 'too_many_requests'
  | 'unavailable'
  | 'failed';

export interface ErrorView {
  readonly kind: ErrorKind;
  readonly requestId?: string | undefined;
  /** Seconds to wait before the next attempt. */
  readonly retryAfter?: number | undefined;
}

const home = { href: '/auth/account', label: 'Go to your account' };

const messages: Readonly<Record<ErrorKind, Pick<MessageView, 'heading' | 'paragraphs' | 'next'>>> = {
  unknown_app: {
    heading: "We don't know this app",
    paragraphs: [
      "The app that sent you here isn't registered with Plotline. For your safety, we don't send you back to it.",
      'Contact the people who run the app. Its client_id may be wrong.',
    ],
  },
  unknown_redirect: {
    heading: "We can't send you back to this app",
    paragraphs: [
      "The app asked us to send you to an address that it hasn't registered. For your safety, you stay here.",
      'Contact the people who run the app. Its redirect_uri must exactly match a registered one; only the port of 127.0.0.1 and [::1] may differ.',
    ],
  },
  unreadable: {
    heading: "We couldn't read your request",
    paragraphs: ['Your browser sent too much data, or the data was damaged in transit. Nothing was changed.'],
    next: home,
  },
  stale_form: {
    heading: 'This form has expired',
    paragraphs: [
      'You signed in or out after you opened this form, or your browser blocks cookies. Nothing was changed.',
    ],
    next: home,
  },
  not_found: {
    heading: 'Page not found',
    paragraphs: ['The address may be wrong, or the page no longer exists.'],
    next: home,
  },
  too_many_requests: {
    heading: 'Too many attempts',
    paragraphs: ['We limit attempts to keep accounts safe.'],
    next: { href: '/auth/sign-in', label: 'Back to sign in' },
  },
  unavailable: {
    heading: "We can't answer right now",
    paragraphs: ['Part of Plotline is unavailable. Your data is safe. Please try again in a minute.'],
  },
  failed: {
    heading: 'Something went wrong',
    paragraphs: ['The problem is on our side, and we have logged it. Please try again.'],
    next: home,
  },
};

/** Formats a delay as "in 40 seconds" or "in 3 minutes". */
export function toWait(seconds: number): string {
  if (seconds < 90) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}

export function renderError({ kind, requestId, retryAfter }: ErrorView): string {
  const { paragraphs, ...message } = messages[kind];
  const wait = retryAfter === undefined ? [] : [`You can try again ${toWait(retryAfter)}.`];
  return renderMessage({ ...message, paragraphs: [...paragraphs, ...wait], requestId });
}
