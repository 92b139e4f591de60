import { notFound } from '@plotline/kit/core/errors';
import type { Context } from '../../context.js';
import { verifyLinkToken } from '../../files/model/signed-link.js';
import type { SentFile } from '../../files/store/file-store.js';
import { exportMediaTypes, findFile, toFileName } from '../model/export.js';

/**
 * GET {auth_url}/downloads/:token, for anyone with the link. Finds the file of the link. Rejects with the same
 * NOT_FOUND if the link is wrong or has expired, if its export was removed, or if the requester has lost access.
 */
export function findDownload({ access, exports, linkKeys, runtime }: Context): (token: string) => Promise<SentFile> {
  return async (token) => {
    const now = runtime.clock();
    const target = verifyLinkToken('download', token, now, linkKeys);
    const job = target && (await exports.get(target.tenant, target.id));
    const file = job && findFile(job.state, now);
    if (!file || !(await access.mayHaveFile(target.tenant, job.requested_by, job.created_at))) throw notFound();
    const { input, created_at } = job;
    return {
      ...file,
      headers: {
        'content-type': input.gzip ? 'application/gzip' : exportMediaTypes[input.format],
        'content-disposition': `attachment; filename="${toFileName(input, created_at)}"`,
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
      },
    };
  };
}
