import type { Caller } from '@plotline/kit/core/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import { DigestsServiceService } from '@plotline/protos/plotline/auth/v1/digests';

interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

/** Emails digests to agents. */
export interface DigestMailer {
  /** Emails the digest once for each id. Resolves to the number of agents who got it. Rejects with a Problem. */
  mail(caller: Caller, id: string, agentIds: readonly string[], text: MailText): Promise<number>;
}

/** Email with the notices of a recipient, newest first. */
export interface NoticeMail {
  readonly id: string;
  /** Id of the person, or of the person's agent. */
  readonly recipient: string;
  /** One sentence for each notice, and the path of its page in the dashboard. */
  readonly items: readonly { readonly text: string; readonly path: string }[];
}

/** Emails notices to people. */
export interface NoticeMailer {
  /** Emails the notices once for each id, unless the recipient no longer has access. Rejects with a Problem. */
  mail(caller: Caller, mail: NoticeMail): Promise<void>;
}

/** Creates a client for the auth service. */
export function createDigestMailer(peer: Peer): DigestMailer {
  return {
    mail: async (caller, id, agentIds, { subject, paragraphs }) => {
      const request = { digest_id: id, agent_ids: [...agentIds], subject, paragraphs: [...paragraphs] };
      return (await peer.call(DigestsServiceService.mailDigest, request, { caller })).recipients;
    },
  };
}

/** Creates a client for the auth service. */
export function createNoticeMailer(peer: Peer): NoticeMailer {
  return {
    mail: async (caller, { id, recipient, items }) => {
      const request = { mail_id: id, recipient_id: recipient, items: items.map((item) => ({ ...item })) };
      await peer.call(DigestsServiceService.mailNotices, request, { caller });
    },
  };
}
