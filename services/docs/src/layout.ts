import { type Html, html } from '@plotline/kit/http/html';

export interface Layout {
  /** Name of the site. */
  readonly product: string;
  readonly heading: string;
  readonly content: Html;
  readonly navigation: Html;
}

/**
 * Renders a whole page. The table of contents follows the text, which is the order on phones. Wide windows show the
 * table on the left. A script shows the search field, because the search needs scripts.
 */
export function renderPage({ product, heading, content, navigation }: Layout): string {
  const title = heading === product ? product : `${heading} · ${product}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/docs.css">
<script type="module" src="/docs/search.js"></script>
</head>
<body>
<header>
<p class="product"><a href="/docs">${product}</a></p>
<a class="jump" href="#contents">Contents</a>
<search id="search" hidden>
<label for="query">Search</label>
<input id="query" type="search" autocomplete="off" spellcheck="false" placeholder="Search: won, refund, cursor …">
<p id="found" role="status"></p>
<ul id="results"></ul>
</search>
</header>
<main>
<h1>${heading}</h1>
${content}
</main>
${navigation}
</body>
</html>
`.toString();
}
