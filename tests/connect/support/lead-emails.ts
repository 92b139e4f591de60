import type { LeadEmails, ReceivedEmail, ReceivedInquiry, SentEmail } from '@plotline/connect/peers/lead-emails';

/** Timelines in memory. They store an email once per id and status, as pipeline does. */
export interface TestLeadEmails extends LeadEmails {
  readonly recorded: SentEmail[];
  readonly received: ReceivedEmail[];
  readonly inquiries: ReceivedInquiry[];
  /** Ids of leads by address. */
  readonly addresses: Map<string, string>;
  /** Number of calls that fail, as when the service is unavailable. The next call succeeds. */
  outages: number;
}

export function createTestLeadEmails(): TestLeadEmails {
  const assertUp = () => {
    if (fixture.outages === 0) return;
    fixture.outages -= 1;
    throw new Error('The service is away.');
  };
  const fixture: TestLeadEmails = {
    recorded: [],
    received: [],
    inquiries: [],
    addresses: new Map(),
    outages: 0,
    recordEmail: async (_caller, email) => {
      assertUp();
      const isSame = ({ id, status, at }: SentEmail) =>
        id === email.id && status === email.status && at.getTime() === email.at.getTime();
      if (!fixture.recorded.some(isSame)) fixture.recorded.push(email);
    },
    receiveEmail: async (_caller, email) => {
      assertUp();
      const lead = fixture.addresses.get(email.from);
      if (lead !== undefined && !fixture.received.some(({ id }) => id === email.id)) fixture.received.push(email);
      return lead ?? null;
    },
    receiveInquiry: async (_caller, inquiry) => {
      assertUp();
      const known = fixture.addresses.get(inquiry.email);
      const leadId = known ?? `lead_of_${inquiry.email}`;
      fixture.addresses.set(inquiry.email, leadId);
      if (!fixture.inquiries.some(({ id }) => id === inquiry.id)) fixture.inquiries.push(inquiry);
      return { leadId, isNew: known === undefined };
    },
  };
  return fixture;
}
