import { getInvitationEnd, getInvitationState } from '@plotline/dashboard/features/people/invitation';
import { expect } from 'chai';

describe('the invitation status', () => {
  const sent = { invitation_sent_at: '2026-11-01T12:00:00.000Z' };

  it('is pending until the email is sent, and expired seven days later', () => {
    expect(getInvitationState({ invitation_sent_at: null }, new Date())).to.equal('waiting');
    expect(getInvitationState(sent, new Date('2026-11-08T11:59:59Z'))).to.equal('sent');
    expect(getInvitationState(sent, new Date('2026-11-08T12:00:00Z'))).to.equal('expired');
    expect(getInvitationEnd(sent.invitation_sent_at)).to.equal('2026-11-08T12:00:00.000Z');
  });
});
