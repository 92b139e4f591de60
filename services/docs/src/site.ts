import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { readList, readRecord, readText } from '@plotline/gateway/contract/json';
import type { JsonObject } from '@plotline/kit/core/json-object';
import { type Html, html } from '@plotline/kit/http/html';
import { Components } from './components.js';
import { readGuides } from './guides.js';
import { renderHome } from './home-page.js';
import { renderPage } from './layout.js';
import { createMarkdown } from './markdown.js';
import {
  type Contents,
  getEventPath,
  getGuidePath,
  getOperationPath,
  groupPages,
  homePath,
  renderNavigation,
} from './navigation.js';
import { readBody, readOperations } from './operation.js';
import { renderEvent, renderOperation } from './operation-page.js';
import { createSearchIndex } from './search-index.js';

export interface SiteOptions {
  readonly document: JsonObject;
  readonly title: string;
  /** Address of the other host. Its document has the operations that this document lacks. */
  readonly otherHost: string;
}

const require = createRequire(import.meta.url);

/** Parts of the style sheet. The order matters, because later rules win. */
const styles = ['base', 'frame', 'search', 'reference', 'wide'];
const readAsset = (name: string) => readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8');

/** Reads minisearch's module for browsers. It is next to the module that `require.resolve` finds. */
function readMinisearch(): string {
  const { href } = pathToFileURL(require.resolve('minisearch'));
  return readFileSync(new URL('../es/index.js', href), 'utf8');
}

/**
 * Returns the file name of a page. For example, `/docs/operations/createLead` has the file
 * `operations/createLead.html`.
 */
const toFileName = (path: string) => (path === homePath ? 'index.html' : `${path.slice(homePath.length + 1)}.html`);

/** Renders the reference for a document, and the guides. Returns the contents of the files by name. */
export function createSite({ document, title, otherHost }: SiteOptions): ReadonlyMap<string, string> {
  const components = new Components(document);
  const webhooks = readRecord(document, 'webhooks');
  const contents: Contents = {
    guides: readGuides(),
    operations: readOperations(document, components),
    events: Object.keys(webhooks),
  };
  const { guides, operations, events } = contents;
  const ownOperations = new Set(operations.map(({ id }) => id));
  const markdown = createMarkdown((address) => {
    if (!address.startsWith('operation:')) return address;
    const id = address.slice('operation:'.length);
    return `${ownOperations.has(id) ? '' : otherHost}${getOperationPath(id)}`;
  });
  const context = { components, markdown };
  const groups = groupPages(contents);
  const server = readText(readList(document, 'servers')[0], 'url');
  const createPage = (path: string, heading: string, content: Html): [name: string, text: string] => {
    const navigation = renderNavigation(groups, path);
    return [toFileName(path), renderPage({ product: title, heading, content, navigation })];
  };
  const createEventPage = (name: string) => {
    const request = readRecord(readRecord(webhooks, name), 'post');
    const body = readBody(request['requestBody'], components) ?? { type: '', otherTypes: [], schema: {}, examples: {} };
    return createPage(getEventPath(name), name, renderEvent(readText(request, 'description'), body, context));
  };
  return new Map([
    createPage(homePath, title, renderHome({ document, groups, operations }, context)),
    ...guides.map(({ name, title, text }) =>
      createPage(getGuidePath(name), title, html`<div class="guide">${markdown.render(text)}</div>`),
    ),
    ...operations.map((operation) =>
      createPage(getOperationPath(operation.id), operation.summary, renderOperation(operation, server, context)),
    ),
    ...events.map(createEventPage),
    ['docs.css', styles.map((name) => readAsset(`styles/${name}.css`)).join('\n')],
    ['search.js', readAsset('search.js')],
    ['minisearch.js', readMinisearch()],
    ['search.json', JSON.stringify(createSearchIndex(contents, webhooks, components))],
  ]);
}
