import { flag, type Html, html } from '@plotline/kit/http/html';
import type { Guide } from './guides.js';
import type { Operation } from './operation.js';

export const homePath = '/docs';
export const guidesTitle = 'Guides';
export const getGuidePath = (name: string) => `${homePath}/guides/${name}`;
export const getOperationPath = (id: string) => `${homePath}/operations/${id}`;
export const getEventPath = (name: string) => `${homePath}/events/${name}`;

interface Link {
  readonly path: string;
  readonly title: string;
}

export interface Group {
  readonly title: string;
  readonly links: readonly Link[];
}

/** Pages of a site, in order. */
export interface Contents {
  readonly guides: readonly Guide[];
  readonly operations: readonly Operation[];
  readonly events: readonly string[];
}

function groupByTag(operations: readonly Operation[]): Group[] {
  const byTag = new Map<string, Link[]>();
  for (const { tag, id, summary } of operations) {
    const links = byTag.get(tag) ?? [];
    links.push({ path: getOperationPath(id), title: summary });
    byTag.set(tag, links);
  }
  return [...byTag].map(([title, links]) => ({ title, links }));
}

/** Groups the pages: guides, the operations of each tag, and events. */
export function groupPages({ guides, operations, events }: Contents): Group[] {
  const guideLinks = guides.map(({ name, title }) => ({ path: getGuidePath(name), title }));
  const eventLinks = events.map((name) => ({ path: getEventPath(name), title: name }));
  return [
    { title: guidesTitle, links: guideLinks },
    ...groupByTag(operations),
    { title: 'Events', links: eventLinks },
  ].filter(({ links }) => links.length > 0);
}

function renderLink({ path, title }: Link, current: string): Html {
  return html`<li><a href="${path}"${path === current && html` aria-current="page"`}>${title}</a></li>`;
}

/** Renders the table of contents. The guides and the group of the current page are open. */
export function renderNavigation(groups: readonly Group[], current: string): Html {
  const rendered = groups.map(({ title, links }) => {
    const isOpen = title === guidesTitle || links.some(({ path }) => path === current);
    const entries = links.map((link) => renderLink(link, current));
    return html`<details${flag('open', isOpen)}><summary>${title}</summary><ul>${entries}</ul></details>`;
  });
  return html`<nav id="contents" aria-label="Contents">
<ul>${renderLink({ path: homePath, title: 'Overview' }, current)}</ul>
${rendered}
</nav>`;
}
