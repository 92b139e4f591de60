import { type Html, html } from '@plotline/kit/http/html';
import { Router } from 'express';
import type { Context } from '../../context.js';
import { renderPage } from '../../pages/api/layout.js';
import { observe } from '../../pages/api/observe.js';
import { sendPage } from '../../pages/api/send-page.js';
import type { ConsoleEntry } from '../model/console-entry.js';
import { listConsoleEntries } from './list-console-entries.js';

/**
 * Path of the page. It is outside of `/auth/` and `/oauth/`, the only paths that the gateway passes through. So the
 * page is served only on the private port of this service.
 */
export const consolePath = '/operator/workspaces';

/** Maximum workspaces on a page. */
const maxEntries = 100;

const mebibyte = 1_048_576;

/** Kinds of records, in the order of the columns. */
const recordKinds = ['properties', 'units', 'leads'] as const;

const toCell = (value: number | undefined) => html`<td>${value === undefined ? '?' : value.toLocaleString('en')}</td>`;

function renderRow({ id, name, plan, state, suspension_reason, usage }: ConsoleEntry): Html {
  const stored = usage?.storage_bytes;
  return html`<tr>
<td><code>${id}</code></td><td>${name}</td><td>${plan}</td>
<td>${state.replaceAll('_', ' ')}${suspension_reason !== null && html` (${suspension_reason})`}</td>
${recordKinds.map((kind) => toCell(usage?.[kind]))}
${toCell(stored === undefined ? undefined : Math.ceil(stored / mebibyte))}
</tr>
`;
}

/** Renders the page of the workspaces. The page is read-only; workspaces are changed by commands. */
function renderConsole(entries: readonly ConsoleEntry[], nextAfter: string | null): string {
  const content = html`<table>
<thead><tr><th>Id</th><th>Name</th><th>Plan</th><th>State</th><th>Properties</th><th>Units</th><th>Leads</th>
<th>Files in MiB</th></tr></thead>
<tbody>
${entries.map(renderRow)}
</tbody>
</table>
${nextAfter !== null && html`<p><a href="${consolePath}?after=${encodeURIComponent(nextAfter)}">Next workspaces</a></p>`}`;
  return renderPage({ heading: 'Workspaces', content, isWide: true });
}

/** Creates the router of the operators' page. */
export function createConsoleRouter(context: Context): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(consolePath, observe(context, consolePath), async ({ query }, response) => {
    const { after } = query;
    const entries: ConsoleEntry[] = [];
    let nextAfter: string | null = null;
    for await (const entry of listConsoleEntries(context, typeof after === 'string' ? after : '')) {
      if (entries.length === maxEntries) {
        nextAfter = entries.at(-1)?.id ?? null;
        break;
      }
      entries.push(entry);
    }
    sendPage(response, renderConsole(entries, nextAfter));
  });
  return router;
}
