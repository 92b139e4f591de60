import { html } from '@plotline/kit/http/html';
import { renderPage } from './layout.js';

/**
 * Leads on to an own path that may lead to an app. A redirect after a form would be held against the form's `form-action`, which
 * does not allow the app's address (`send-page`); this page begins anew.
 */
export function renderContinue(to: string): string {
  return renderPage({
    heading: 'You are signed in',
    refreshTo: to,
    content: html`<p class="lead">You are taken on.</p><p><a class="button primary" href="${to}">Go on</a></p>`,
  });
}
