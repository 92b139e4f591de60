import type { Problem } from '@plotline/kit/core/errors';
import type { RenderedProblem } from '../edge/problems.js';

/** The page loads nothing, because styles from the auth service would be as unreachable as the service itself. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': contentSecurityPolicy,
  'Referrer-Policy': 'no-referrer',
};

const tooMany = {
  heading: 'Too many requests',
  text: "We received too many requests from your network in a short time. This one wasn't carried out.",
};
const unavailable = {
  heading: "We can't answer right now",
  text: 'Part of Plotline is unavailable.',
};

/** Renders the page that tells a person why a request failed: too many requests, or an unavailable service. */
export function renderRefusalPage({ status, retryAfter }: Problem): RenderedProblem {
  const { heading, text } = status === 429 ? tooMany : unavailable;
  const wait = retryAfter === undefined ? 'in a minute' : `in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}`;
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${heading} · Plotline</title>
</head>
<body>
<main>
<h1>${heading}</h1>
<p>${text} Please try again ${wait}.</p>
</main>
</body>
</html>
`;
  return { headers, body };
}
