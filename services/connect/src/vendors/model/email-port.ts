import type { Mode } from '@plotline/kit/core/caller';
import type { FieldValues, ProviderValues } from './field-values.js';
import type { SendToVendor, Subject } from './vendor-request.js';

/** Address of a person or a company in an email. */
export interface MailAddress {
  /** Empty if the email gives no name. */
  readonly name: string;
  readonly address: string;
}

/** Email to a lead. */
export interface OutboundMail {
  /** Id of the email. The vendor's reports contain it. */
  readonly id: string;
  /** Message-ID without angle brackets. The same in every attempt, so that receivers recognize a repeat. */
  readonly messageId: string;
  readonly from: MailAddress;
  readonly to: MailAddress;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  /** Sanitized HTML. Null if the email has only plain text. */
  readonly html: string | null;
  readonly record: Subject;
}

/** Received email. All texts are cut to their limits. */
export interface InboundMail {
  readonly from: MailAddress;
  readonly replyTo: MailAddress | null;
  readonly subject: string;
  /** Plain text. HTML is converted and not kept. */
  readonly text: string;
}

/** Status of a sent email, as vendors report it. */
export type DeliveryStatus = 'delivered' | 'opened' | 'bounced';

/** Content of a vendor's event. `other`: not relevant. `unreadable`: an email over the limits. */
export type EmailReport =
  | { readonly kind: 'other' }
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'delivery';
      readonly emailId: string;
      readonly status: DeliveryStatus;
      readonly at: Date | null;
      /** Reason for the bounce, in the vendor's words. */
      readonly reason: string | null;
    }
  | { readonly kind: 'mail'; readonly mail: InboundMail };

/** Port for email providers. */
export interface EmailPort {
  /** Returns the sender of the workspace's emails. */
  getSender(settings: FieldValues): MailAddress;
  /** Sends an email. In the sandbox, no email reaches a lead. Rejects with a VendorFailure. */
  send(send: SendToVendor, values: ProviderValues, mail: OutboundMail, mode: Mode): Promise<void>;
  /**
   * Asks the vendor whether it has accepted an email whose outcome is unknown. Null if the vendor can't be asked.
   * Rejects with a VendorFailure.
   */
  readonly hasTaken: ((send: SendToVendor, values: ProviderValues, mail: TakenMail) => Promise<boolean>) | null;
  readReport(body: unknown): Promise<EmailReport>;
}

/** Email that may have been sent. */
export type TakenMail = Pick<OutboundMail, 'id' | 'record'>;
