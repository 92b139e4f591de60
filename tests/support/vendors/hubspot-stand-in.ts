import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { createFakeHubSpot } from '@plotline/connect/providers/hubspot/model/fake-hubspot';
import { listenAnywhere } from '../listen-anywhere.js';

const host = 'https://api.hubapi.com';

/**
 * Returns Node options for a process whose requests to HubSpot go to another address. nock can't do this, because a
 * stand-in must outlive the processes that a test kills.
 */
function toNodeOptions(url: string): string {
  const code = `const { fetch } = globalThis;
    globalThis.fetch = (input, options) => fetch(String(input).replace('${host}', '${url}'), options);`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

/** HubSpot's API on a port of this process. */
export interface HubSpotStandIn {
  /** Node options for processes that use the stand-in. */
  readonly nodeOptions: string;
  /** Requests in order, such as `POST /crm/v3/objects/contacts`. */
  readonly writes: readonly string[];
  list: ReturnType<typeof createFakeHubSpot>['list'];
  stop(): Promise<void>;
}

/**
 * Starts a stand-in for HubSpot that keeps its records when processes of the service are killed. Calls `onWrite` after
 * each write, and answers the write only if `onWrite` resolves to true.
 */
export async function startHubSpotStandIn(onWrite: (line: string) => Promise<boolean>): Promise<HubSpotStandIn> {
  const fake = createFakeHubSpot();
  const writes: string[] = [];
  const server = createServer(async (request, response) => {
    const { method = 'GET', url: path = '/' } = request;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const { status, body } = fake({
      method,
      host: 'api.hubapi.com',
      path,
      headers,
      body: (await text(request)) || null,
      pagesUrl: '',
    });
    const isWrite = method !== 'GET' && path.startsWith('/crm/v3/objects/') && status < 300;
    if (isWrite) writes.push(`${method} ${path.split('?', 1)[0]}`);
    if (isWrite && !(await onWrite(`${method} ${path}`))) response.destroy();
    else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return {
    nodeOptions: toNodeOptions(`http://127.0.0.1:${await listenAnywhere(server)}`),
    writes,
    list: fake.list,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
