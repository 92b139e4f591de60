import { createSimulatorApp } from '@plotline/connect/simulator/api/simulator-app';
import { closeServer, createHttpServer } from '@plotline/kit/http/server';
import { listenAnywhere } from '../../support/listen-anywhere.js';
import { type ConnectService, startConnect } from './connect.js';

/** Address that the fakes' links lead to. The pages are served on another port. */
export const simulatorUrl = 'http://localhost:8083';

/** Connect service with fakes in place of its vendors, and the simulator's pages. */
export interface SimulatedConnect extends ConnectService {
  /** Address of the pages. */
  readonly pagesUrl: string;
  /** Gets the page that a link leads to. */
  look(url: string): Promise<LookedPage>;
  /** Presses a button on the page that a link leads to, and follows the redirect to the next page. */
  press(url: string, action: string, headers?: Readonly<Record<string, string>>): Promise<LookedPage>;
}

export interface LookedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function toPage(response: Response): Promise<LookedPage> {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

export async function startSimulatedConnect(): Promise<SimulatedConnect> {
  const service = await startConnect(simulatorUrl);
  // The test has no gateway, so the service's own address takes its place.
  const context = { ...service.context, apiUrl: service.url };
  const server = createHttpServer(createSimulatorApp(context));
  const pagesUrl = `http://127.0.0.1:${await listenAnywhere(server)}`;
  const toAddress = (url: string) => `${pagesUrl}${new URL(url, simulatorUrl).pathname}`;
  return {
    ...service,
    pagesUrl,
    look: async (url) => toPage(await fetch(toAddress(url))),
    press: async (url, action, headers = {}) =>
      toPage(
        await fetch(toAddress(url), {
          method: 'POST',
          headers: { origin: pagesUrl, ...headers },
          body: new URLSearchParams({ action }),
        }),
      ),
    stop: async () => {
      await closeServer(server);
      await service.stop();
    },
  };
}
