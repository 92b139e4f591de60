import type { Tenant } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import { Limiter } from '@plotline/kit/core/limiter';
import { backgroundBudgetMs, waitUntil } from '@plotline/kit/core/time';
import type { Context } from '../../context.js';
import { newFileId } from '../../files/store/file-id.js';
import { type FeedFile, type FeedFormat, judgeAge } from '../model/feed.js';
import { type FeedHealth, FeedHealthRecorder } from '../model/feed-health.js';
import type { Feed } from '../store/feeds.js';
import { writeFeed } from './write-feed.js';

const maxBytes = 2 * 1024 ** 3;
/** Maximum number of feeds that a process writes at the same time. */
const maxMaking = 2;
/** Longest time that a request waits for a file. It is shorter than the gateway's time limit. */
const patienceMs = 8_000;

/** Files of feeds, written on request and reused for a few minutes. */
export class FeedFiles {
  readonly #context: Context;
  readonly #making = new Map<string, Promise<FeedFile>>();
  readonly #limiter = new Limiter({ max: maxMaking });

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Returns the file of a feed, at most five minutes old. Rejects with SERVICE_UNAVAILABLE if writing the file takes
   * too long. The writing then continues, and a later request gets the file.
   */
  async get(tenant: Tenant, feed: Feed, format: FeedFormat): Promise<FeedFile> {
    const kept = feed.files[format];
    const age = judgeAge(kept, this.#context.runtime.clock());
    if (kept && age === 'fresh') return kept;
    const making = this.#makeOnce(tenant, feed, format);
    if (!kept || age === 'outdated') return waitUntil(Date.now() + patienceMs, making);
    const origin = { workspace_id: tenant.workspaceId, mode: tenant.mode };
    making.catch((error: unknown) => this.#context.runtime.log.warn({ err: error, ...origin }, 'feed creation failed'));
    return kept;
  }

  /**
   * Returns the XML file with its health. The file is at most a minute old, so that people see the effect of a
   * correction. Rejects like `get`.
   */
  async getWithHealth(tenant: Tenant, feed: Feed): Promise<FeedFile & { readonly health: FeedHealth }> {
    const file = await waitUntil(Date.now() + patienceMs, this.#makeOnce(tenant, feed, 'xml'));
    if (!file.health) throw new Error('The feed has no health.');
    return { ...file, health: file.health };
  }

  #makeOnce(tenant: Tenant, feed: Feed, format: FeedFormat): Promise<FeedFile> {
    const key = `${feed.id} ${format}`;
    const making =
      this.#making.get(key) ??
      this.#limiter
        .run(tenant.workspaceId, () => this.#make(tenant, feed, format))
        .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  async #make(tenant: Tenant, feed: Feed, format: FeedFormat): Promise<FeedFile> {
    const { files, feeds, recordReader, runtime } = this.#context;
    const made_at = runtime.clock();
    // Another request may have stored a file in the meantime. The new file replaces it.
    const before = (await feeds.get(tenant))?.files[format] ?? null;
    const isComplete = format !== 'xml' || before?.health !== undefined;
    if (before && isComplete && judgeAge(before, made_at) === 'fresh') return before;
    const id = newFileId(feed.id, format);
    const signal = AbortSignal.timeout(10 * backgroundBudgetMs);
    const health = new FeedHealthRecorder();
    const content = writeFeed(recordReader, tenant, format, { now: made_at, health });
    const stored = await files.put(id, content, { maxBytes, signal });
    const changed_at = before?.sha256 === stored.sha256 ? before.changed_at : made_at;
    const made = { id, ...stored, made_at, changed_at, previous_id: before?.id ?? null };
    const file = format === 'xml' ? { ...made, health: health.result() } : made;
    const isKept = await feeds.keep(tenant, feed, format, file);
    const needless = isKept ? before?.previous_id : id;
    if (needless) await files.remove(needless);
    if (!isKept) throw notFound();
    return file;
  }
}
