import { html } from '@plotline/kit/http/html';
import { renderPage } from '../../pages/api/layout.js';

/**
 * Renders a page that forwards to one of our paths, which may redirect to an app. Browsers would check a redirect after
 * a form against its `form-action`, which doesn't allow the app's address (see `send-page`). A new page has no such
 * limit.
 */
export function renderContinue(to: string): string {
  return renderPage({
    heading: "You're signed in",
    refreshTo: to,
    content: html`<p class="lead">You'll be redirected in a moment.</p><p><a class="button primary" href="${to}">Continue</a></p>`,
  });
}
