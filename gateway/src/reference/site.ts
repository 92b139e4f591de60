import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@plotline/kit/core/json-object';
import { type Html, html } from '@plotline/kit/http/html';
import { readList, readRecord, readText } from '../contract/json.js';
import type { PublicAddresses } from '../contract/public-document.js';
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

/** A file of the site, not yet compressed. */
export interface SiteFile {
  readonly type: string;
  readonly body: Buffer;
}

export interface SiteOptions {
  readonly document: JsonObject;
  readonly title: string;
  readonly addresses: PublicAddresses;
  /** The host whose document has the operations that this one has not. */
  readonly otherHost: string;
}

const toFile = (type: string, text: string | Buffer): SiteFile => ({
  type: `${type}; charset=utf-8`,
  body: Buffer.from(text),
});
/** In this order: later rules win. */
const styles = ['base', 'frame', 'search', 'reference', 'wide'];
const readAsset = (name: string) => readFileSync(new URL(`../../assets/${name}`, import.meta.url));

/** The creators of the site's files by their paths; each page is rendered when its creator is called. */
export function createSite({
  document,
  title,
  addresses,
  otherHost,
}: SiteOptions): ReadonlyMap<string, () => SiteFile> {
  const components = new Components(document);
  const webhooks = readRecord(document, 'webhooks');
  const contents: Contents = {
    guides: readGuides(addresses),
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
  const createPage = (path: string, heading: string, render: () => Html): [string, () => SiteFile] => [
    path,
    () => {
      const navigation = renderNavigation(groups, path);
      return toFile('text/html', renderPage({ product: title, heading, content: render(), navigation }));
    },
  ];
  const createEventPage = (name: string) => {
    const request = readRecord(readRecord(webhooks, name), 'post');
    const body = readBody(request['requestBody'], components) ?? { type: '', otherTypes: [], schema: {}, examples: {} };
    return createPage(getEventPath(name), name, () => renderEvent(readText(request, 'description'), body, context));
  };
  return new Map([
    createPage(homePath, title, () => renderHome({ document, groups, operations }, context)),
    ...guides.map(({ name, title, text }) =>
      createPage(getGuidePath(name), title, () => html`<div class="guide">${markdown.render(text)}</div>`),
    ),
    ...operations.map((operation) =>
      createPage(getOperationPath(operation.id), operation.summary, () => renderOperation(operation, server, context)),
    ),
    ...events.map(createEventPage),
    [
      `${homePath}/docs.css`,
      () => toFile('text/css', styles.map((name) => readAsset(`styles/${name}.css`)).join('\n')),
    ],
    [`${homePath}/search.js`, () => toFile('text/javascript', readAsset('search.js'))],
    [
      `${homePath}/minisearch.js`,
      () => toFile('text/javascript', readFileSync(fileURLToPath(import.meta.resolve('minisearch')))),
    ],
    [
      `${homePath}/search.json`,
      () => toFile('application/json', JSON.stringify(createSearchIndex(contents, webhooks, components))),
    ],
  ]);
}
