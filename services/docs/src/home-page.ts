import { readList, readRecord, readText } from '@plotline/gateway/contract/json';
import { placeholderAddresses, sandboxPart } from '@plotline/gateway/contract/placeholder-addresses';
import type { JsonObject } from '@plotline/kit/core/json-object';
import { flag, type Html, html, trustedMarkup } from '@plotline/kit/http/html';
import { type Group, getGuidePath, guidesTitle } from './navigation.js';
import type { Operation } from './operation.js';
import type { SchemaContext } from './render-schema.js';

function renderServer(server: unknown): Html {
  const address = readText(server, 'url');
  const item = html`<li><code>${address}</code> ${readText(server, 'description')}</li>`;
  if (address !== placeholderAddresses.sandbox) return item;
  return html`${trustedMarkup(sandboxPart.start)}${item}${trustedMarkup(sandboxPart.end)}`;
}

function renderServers(document: JsonObject): Html {
  const servers = readList(document, 'servers').map(renderServer);
  return html`<h2 id="addresses">Addresses</h2><ul>${servers}</ul>
<p>For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>`;
}

/** Renders each response header once. */
function renderHeaders(operations: readonly Operation[], { markdown }: SchemaContext): Html {
  const answers = operations.flatMap((operation) => operation.answers);
  const headers = Object.assign({}, ...answers.map((answer) => answer.headers));
  const fields = Object.entries<string>(headers).map(
    ([name, description]) => html`<li><p class="field"><code>${name}</code></p>${markdown.render(description)}</li>`,
  );
  return html`<h2 id="headers">Response headers</h2><ul class="fields">${fields}</ul>`;
}

export interface Home {
  readonly document: JsonObject;
  readonly groups: readonly Group[];
  readonly operations: readonly Operation[];
}

/** Renders the home page: the addresses, all pages, the response headers, and the document's description. */
export function renderHome({ document, groups, operations }: Home, context: SchemaContext): Html {
  const lists = groups.map(
    ({ title, links }) =>
      html`<details${flag('open', title === guidesTitle)}><summary>${title}</summary>
<ul>${links.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}</ul></details>`,
  );
  return html`<p class="start">New here? Start with <a href="${getGuidePath('first-call')}">a first call</a>.</p>
${renderServers(document)}
<h2 id="pages">Guides and operations</h2>
<div class="pages">${lists}</div>
${renderHeaders(operations, context)}
<h2 id="about">About this API</h2>
${context.markdown.render(readText(readRecord(document, 'info'), 'description'))}`;
}
