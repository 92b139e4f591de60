import { type MessageView, renderMessage } from './message.js';

/** What went wrong, as far as a person can do something about it. */
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
  /** Seconds after which trying again has a chance. */
  readonly retryAfter?: number | undefined;
}

const home = { href: '/auth/account', label: 'Go to your account' };

const messages: Readonly<Record<ErrorKind, Pick<MessageView, 'heading' | 'paragraphs' | 'next'>>> = {
  unknown_app: {
    heading: 'We do not know this app',
    paragraphs: [
      'The app that sent you here is not registered with Plotline, or no longer. For your safety you are not sent back to it.',
      'Ask whoever runs the app. Its client_id may be wrong.',
    ],
  },
  unknown_redirect: {
    heading: 'This app may not get you back',
    paragraphs: [
      'The app wants you sent to an address that it has not registered. For your safety you stay here.',
      'Ask whoever runs the app. Its redirect_uri must be one of those registered, letter by letter; only the port of 127.0.0.1 and [::1] may differ.',
    ],
  },
  unreadable: {
    heading: 'We could not read this',
    paragraphs: [
      'What your browser sent is larger than we take, or did not arrive as it was sent. Nothing was changed.',
    ],
    next: home,
  },
  stale_form: {
    heading: 'This form is too old',
    paragraphs: [
      'You have signed in or out since this form was shown, or your browser keeps no cookies. Nothing was changed.',
    ],
    next: home,
  },
  not_found: {
    heading: 'There is nothing here',
    paragraphs: ['The address may be mistyped, or what was here is gone.'],
    next: home,
  },
  too_many_requests: {
    heading: 'Too many attempts',
    paragraphs: ['To keep accounts safe, we let nobody try without end.'],
    next: { href: '/auth/sign-in', label: 'Back to sign in' },
  },
  unavailable: {
    heading: 'We cannot answer just now',
    paragraphs: ['A part of Plotline is not available. Nothing of yours is lost. Please try again in a minute.'],
  },
  failed: {
    heading: 'Something went wrong',
    paragraphs: ['The fault is ours, and we have written it down. Please try again.'],
    next: home,
  },
};

/** "in 40 seconds", "in 3 minutes". */
export function toWait(seconds: number): string {
  if (seconds < 90) return `in ${seconds} seconds`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}

export function renderError({ kind, requestId, retryAfter }: ErrorView): string {
  const { paragraphs, ...message } = messages[kind];
  const wait = retryAfter === undefined ? [] : [`You can try again ${toWait(retryAfter)}.`];
  return renderMessage({ ...message, paragraphs: [...paragraphs, ...wait], requestId });
}
