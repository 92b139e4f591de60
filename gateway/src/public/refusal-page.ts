import type { Problem } from '@plotline/kit/core/errors';
import type { RenderedProblem } from '../edge/problems.js';

/** It needs nothing else from anywhere: what the pages of the auth service load is as far away as the service. */
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
  text: 'More requests came from your network than we take in so short a time. This one was not carried out.',
};
const unavailable = {
  heading: 'We cannot answer just now',
  text: 'A part of Plotline is not available.',
};

/** The page that tells a person what a problem means: that the request came too often, or that it could not be answered. */
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
