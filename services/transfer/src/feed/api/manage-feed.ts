import { created, noContent, ok, withVersion } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { feedFormats } from '../model/feed.js';
import type { FeedFiles } from '../work/feed-files.js';
import { toFeedJson } from './feed-json.js';

/** GET /v1/feed */
export function getFeed({ feeds }: Context): Handler {
  return async ({ caller }) => {
    const feed = await feeds.get(caller);
    if (!feed) throw notFound();
    return withVersion(ok(toFeedJson(feed, null)), feed.version);
  };
}

/** GET /v1/feed/health */
export function getFeedHealth({ feeds }: Context, made: FeedFiles): Handler {
  return async ({ caller }) => {
    const feed = await feeds.get(caller);
    if (!feed) throw notFound();
    const { health, made_at, changed_at, size } = await made.getWithHealth(caller, feed);
    return ok({ written_at: made_at, changed_at, size, ...health });
  };
}

/** POST /v1/feed */
export function rotateFeed({ feeds, authUrl }: Context): Handler {
  return (call) =>
    feeds.rotate(call, (feed, token) => {
      const address = `${authUrl}/feeds/${token}`;
      return withVersion(created(toFeedJson(feed, address)), feed.version);
    });
}

/** DELETE /v1/feed */
export function deleteFeed({ feeds, files }: Context): Handler {
  return async (call) => {
    const feed = await feeds.remove(call, (stored) => assertIfMatch(call.header, stored));
    for (const format of feedFormats) {
      const file = feed.files[format];
      for (const id of [file?.id, file?.previous_id]) if (id) await files.remove(id);
    }
    return noContent();
  };
}
