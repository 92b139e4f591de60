import { type IncomingHttpHeaders, request } from 'node:http';

export interface StreamEvent {
  readonly event: string;
  readonly id: string;
  readonly data: unknown;
}

/** An open stream of server-sent events. */
export interface EventStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Events so far, in order. */
  readonly events: readonly StreamEvent[];
  /** Whether the server has ended the stream. */
  isEnded(): boolean;
  close(): void;
}

function parseEvents(text: string): StreamEvent[] {
  const blocks = text.split('\n\n').slice(0, -1);
  return blocks
    .filter((block) => !block.startsWith(':'))
    .map((block) => {
      const lines = block.split('\n');
      const read = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
      return { event: read('event'), id: read('id'), data: JSON.parse(read('data')) };
    });
}

/** Opens a stream and collects its events until it is closed. Resolves when the response head has arrived. */
export function openEventStream(url: string, headers: Record<string, string>): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent: false, headers }, (response) => {
      let text = '';
      let isEnded = false;
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response
        .on('error', () => undefined)
        .on('close', () => {
          isEnded = true;
        });
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        get events() {
          return parseEvents(text);
        },
        isEnded: () => isEnded,
        close: () => void outgoing.destroy(),
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
