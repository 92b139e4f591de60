import { followChanges, type Source } from '@plotline/dashboard/api/follow-changes';
import { expect } from 'chai';

/** Stream that a test drives. */
class StubSource implements Source {
  readonly url: string;
  readyState = 0;
  readonly #listeners = new Map<string, (event: { data: string; lastEventId: string }) => void>();

  constructor(url: string) {
    this.url = url;
  }

  addEventListener(name: string, listener: (event: { data: string; lastEventId: string }) => void): void {
    this.#listeners.set(name, listener);
  }

  send(name: string, lastEventId = '', data = '{}'): void {
    this.#listeners.get(name)?.({ data, lastEventId });
  }

  /** Ends the stream. If the stream was refused, the browser doesn't connect again. */
  fail(isRefused: boolean): void {
    this.readyState = isRefused ? 2 : 0;
    this.send('error');
  }

  close(): void {
    this.readyState = 2;
  }
}

function follow(isSupported = true) {
  const sources: StubSource[] = [];
  const seen: string[] = [];
  let isHidden = false;
  let show: () => void = () => undefined;
  let poll: (() => void) | null = null;
  const stop = followChanges({
    url: '/live/changes?workspace_id=ws_1',
    onChanges: (notices) => seen.push(...notices.map(({ id }) => id ?? 'many')),
    onReset: () => seen.push('everything'),
    surroundings: {
      open: (url) => {
        const source = new StubSource(url);
        sources.push(source);
        return isSupported ? source : null;
      },
      isHidden: () => isHidden,
      onVisibilityChange: (listener) => {
        show = listener;
        return () => undefined;
      },
      every: (_ms, listener) => {
        poll = listener;
        return () => {
          poll = null;
        };
      },
    },
  });
  const setHidden = (next: boolean) => {
    isHidden = next;
    show();
  };
  return { sources, seen, stop, setHidden, poll: () => poll?.(), isPolling: () => poll !== null };
}

const change = JSON.stringify([{ type: 'lead.updated', resource: 'leads', id: 'lead_1' }]);

describe('the stream of changes', () => {
  it('reports changes, and after a gap reports that everything must be read again', () => {
    const { sources, seen } = follow();
    sources[0]?.send('ready', 'a.1');
    sources[0]?.send('changes', 'a.2', change);
    sources[0]?.send('reset', 'a.3');
    expect(seen).to.deep.equal(['lead_1', 'everything']);
  });

  it('falls back to polling while the stream is broken, refused or unsupported', () => {
    const broken = follow();
    broken.sources[0]?.send('ready', 'a.1');
    expect(broken.isPolling()).to.equal(false);
    broken.sources[0]?.fail(false);
    broken.poll();
    expect([broken.seen, broken.sources.length]).to.deep.equal([['everything'], 1]);
    broken.sources[0]?.send('ready', 'a.1');
    expect(broken.isPolling()).to.equal(false);

    const refused = follow();
    refused.sources[0]?.fail(true);
    refused.poll();
    expect(refused.sources).to.have.length(2);
    refused.sources[1]?.send('ready', 'a.1');
    // A page without a stream may have missed changes, and the server can't know which.
    expect([refused.seen, refused.isPolling()]).to.deep.equal([['everything', 'everything'], false]);

    const unsupported = follow(false);
    unsupported.poll();
    expect(unsupported.seen).to.deep.equal(['everything']);
  });

  it('closes while the page is hidden, and then requests the missed changes', () => {
    const { sources, setHidden, isPolling } = follow();
    sources[0]?.send('ready', 'a.1');
    setHidden(true);
    expect([sources[0]?.readyState, isPolling()]).to.deep.equal([2, false]);
    setHidden(false);
    expect(sources.map(({ url }) => url)).to.deep.equal([
      '/live/changes?workspace_id=ws_1',
      '/live/changes?workspace_id=ws_1&last_event_id=a.1',
    ]);
  });
});
