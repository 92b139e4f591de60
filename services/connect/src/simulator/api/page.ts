import { hash } from 'node:crypto';
import { type Html, html, trustedMarkup } from '@plotline/kit/http/html';

/** Uses the colours of the system, so that dark mode and forced colours work. */
const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
a { color: LinkText; }
body { margin: 0 auto; padding: 1rem; max-width: 42rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.125rem; margin-top: 2rem; }
.label { border: 1px solid; border-radius: 0.25rem; padding: 0.5rem 0.75rem; }
.amount { font-size: 1.75rem; font-weight: 600; }
.notice { border-inline-start: 0.25rem solid; padding-inline-start: 0.75rem; }
form { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-block: 1.5rem; }
button { font: inherit; min-height: 2.75rem; padding: 0.5rem 1.25rem; cursor: pointer; }
li { margin-block: 0.5rem; }
`;

/**
 * Allows only this style sheet, by its hash. Nothing else is loaded, no script runs, and forms post only to the
 * simulator.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** `no-referrer` would make browsers send `Origin: null` with forms (Fetch, 3.2), and such requests are refused. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy,
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** A page of the simulator with its status. */
export interface Page {
  readonly status: number;
  readonly heading: string;
  readonly content: Html;
}

/** Renders a whole document. */
export function renderPage({ heading, content }: Page): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading} · Plotline simulator</title>
<style>${trustedMarkup(style)}</style>
</head>
<body>
<header><p class="label"><strong>Simulated.</strong> This page replaces a vendor on your machine. No money moves, and nothing is sent to anyone.</p></header>
<main>
<h1>${heading}</h1>
${content}
</main>
<footer><p><a href="/">All simulated records</a></p></footer>
</body>
</html>
`;
  return page.toString();
}

/** Creates a page with a message and no form. */
export function toMessagePage(status: number, heading: string, ...paragraphs: readonly string[]): Page {
  return { status, heading, content: html`${paragraphs.map((text) => html`<p>${text}</p>`)}` };
}

/** Renders a form whose buttons send their `action`. */
export function renderActions(actions: Readonly<Record<string, string>>): Html {
  const buttons = Object.entries(actions).map(
    ([value, label]) => html`<button type="submit" name="action" value="${value}">${label}</button>`,
  );
  return html`<form method="post">${buttons}</form>`;
}

/** Renders the effect of the last action. Renders nothing without an action. */
export function renderNotice(text: string | undefined): Html {
  return html`${text !== undefined && html`<p class="notice" role="status">${text}</p>`}`;
}
