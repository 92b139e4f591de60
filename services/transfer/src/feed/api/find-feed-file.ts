import { notFound } from '@plotline/kit/core/errors';
import type { Context } from '../../context.js';
import type { SentFile } from '../../files/store/file-store.js';
import { type FeedFormat, isFeedFormat } from '../model/feed.js';
import type { FeedFiles } from '../work/feed-files.js';

const mediaTypes: Readonly<Record<FeedFormat, string>> = {
  xml: 'application/xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/**
 * GET {auth_url}/feeds/:token.xml and .json, for anyone with the address. Finds the file. Rejects with NOT_FOUND when
 * no feed has the address.
 */
export function findFeedFile(context: Context, made: FeedFiles): (name: string) => Promise<SentFile> {
  return async (name) => {
    const [token = '', format = '', ...rest] = name.split('.');
    const found = rest.length === 0 && isFeedFormat(format) ? await context.feeds.find(token) : null;
    if (!found || !isFeedFormat(format)) throw notFound();
    const file = await made.get(found.tenant, found.feed, format);
    const headers = {
      'content-type': mediaTypes[format],
      'last-modified': file.changed_at.toUTCString(),
      'cache-control': 'private, max-age=60',
      'referrer-policy': 'no-referrer',
    };
    return { ...file, headers };
  };
}
