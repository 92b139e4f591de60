import type { Mode } from '@plotline/kit/core/caller';
import type { FieldValues, ProviderValues } from './field-values.js';
import type { SendToVendor, Subject } from './vendor-request.js';

/** Address of a person or a company in a mail. */
export interface MailAddress {
  /** Empty when the mail gives none. */
  readonly name: string;
  readonly address: string;
}

/** A mail to a lead. */
export interface OutboundMail {
  /** Id of the email, which the vendor's reports contain. */
  readonly id: string;
  /** Message-ID without angle brackets. The same in every attempt, so that receivers recognize a repeat. */
  readonly messageId: string;
  readonly from: MailAddress;
  readonly to: MailAddress;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  /** Sanitized; null for a mail with text only. */
  readonly html: string | null;
  readonly record: Subject;
}

/** A mail that arrived. All texts are cut to their limits. */
export interface InboundMail {
  readonly from: MailAddress;
  readonly replyTo: MailAddress | null;
  readonly subject: string;
  /** Plain text. HTML is converted and not kept. */
  readonly text: string;
}

/** Status of a sent mail, as vendors report it. */
export type DeliveryStatus = 'delivered' | 'opened' | 'bounced';

/** Content of an event of the vendor. `other`: nothing of interest. `unreadable`: a mail over the limits. */
export type EmailReport =
  | { readonly kind: 'other' }
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'delivery';
      readonly emailId: string;
      readonly status: DeliveryStatus;
      readonly at: Date | null;
      /** Why it bounced, in the vendor's word. */
      readonly reason: string | null;
    }
  | { readonly kind: 'mail'; readonly mail: InboundMail };

/** Port of the providers of email. */
export interface EmailPort {
  /** Returns the sender of the workspace's mails. */
  getSender(settings: FieldValues): MailAddress;
  /** Sends a mail. In the sandbox it reaches no lead. Rejects with a VendorFailure. */
  send(send: SendToVendor, values: ProviderValues, mail: OutboundMail, mode: Mode): Promise<void>;
  /**
   * Asks the vendor whether it has taken a mail whose outcome is unknown. Null for vendors that can't be asked. Rejects
   * with a VendorFailure.
   */
  readonly hasTaken: ((send: SendToVendor, values: ProviderValues, mail: TakenMail) => Promise<boolean>) | null;
  readReport(body: unknown): Promise<EmailReport>;
}

/** A mail that may have been sent. */
export type TakenMail = Pick<OutboundMail, 'id' | 'record'>;
