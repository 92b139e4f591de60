import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { DigestsServiceServer } from '@plotline/protos/plotline/auth/v1/digests';
import type { Context } from '../../context.js';
import { mailDigest } from './mail-digest.js';

/** DigestsService: mails agents what happened in their workspace. */
export function createDigestsService(context: Context, rpc: RpcAdapter): DigestsServiceServer {
  return {
    mailDigest: rpc(async (request, call) => ({ recipients: await mailDigest(context, call.caller(), request) })),
  };
}
