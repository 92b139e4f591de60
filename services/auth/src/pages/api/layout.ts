import { type Html, html } from '@plotline/kit/http/html';
import { iconPath, stylesheetPath } from './assets.js';

export interface Layout {
  /** Heading of the page, and the start of its title. */
  readonly heading: string;
  readonly content: Html;
  /** Starts the title with "Error", because screen readers read the title first. */
  readonly hasProblem?: boolean | undefined;
  /** Uses a wider layout, for pages with lists. */
  readonly isWide?: boolean;
  /** Path on this host. The browser continues to it immediately. */
  readonly refreshTo?: string;
}

const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path d="M4 9.5 15 4l13 5.5v18L15 22 4 27.5z"/><path d="M15 4v18M4 18l11-5 13 5.5"/></svg>`;

/** Renders a whole document. Pages need no script, so their Content-Security-Policy allows none. */
export function renderPage({ heading, content, hasProblem, isWide, refreshTo }: Layout): string {
  const title = `${hasProblem ? 'Error: ' : ''}${heading} · Plotline`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${refreshTo && html`<meta http-equiv="refresh" content="0; url=${refreshTo}">`}
<title>${title}</title>
<link rel="icon" href="${iconPath}" type="image/svg+xml">
<link rel="stylesheet" href="${stylesheetPath}">
</head>
<body class="${isWide ? 'wide' : 'narrow'}">
<header class="brand">${mark}<span>Plotline</span></header>
<main>
<h1>${heading}</h1>
${content}
</main>
</body>
</html>
`;
  return page.toString();
}
