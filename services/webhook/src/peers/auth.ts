import type { Caller } from '@plotline/kit/core/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import { DigestsServiceService } from '@plotline/protos/plotline/auth/v1/digests';

interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

/** Mails digests to agents. */
export interface DigestMailer {
  /** Mails the digest once for each id. Resolves to the number of agents who got it. Rejects with a Problem. */
  mail(caller: Caller, id: string, agentIds: readonly string[], text: MailText): Promise<number>;
}

/** Creates a client of the auth service. */
export function createDigestMailer(peer: Peer): DigestMailer {
  return {
    mail: async (caller, id, agentIds, { subject, paragraphs }) => {
      const request = { digest_id: id, agent_ids: [...agentIds], subject, paragraphs: [...paragraphs] };
      return (await peer.call(DigestsServiceService.mailDigest, request, { caller })).recipients;
    },
  };
}
