import { toMail } from '@plotline/auth/mail/model/letter';
import {
  writeAccountExists,
  writeEmailChange,
  writeEmailChanged,
  writeInvitation,
  writePasswordChanged,
  writePasswordReset,
  writeSignUp,
} from '@plotline/auth/people/model/letters';
import { writeWrongCodes } from '@plotline/auth/two-factor/model/notices';
import { expect } from 'chai';

const url = 'https://auth.example/auth/confirm?token=abc';

describe('an email to a person', () => {
  it('shows the workspace as plain text in the subject of an invitation', () => {
    const letter = writeInvitation(url, 'Ada <b>', { name: 'Tom & Co', isVerified: true });
    const mail = toMail('ada@example.com', letter);
    expect(mail).to.include({ to: 'ada@example.com', subject: 'Join Tom & Co on Plotline' });
    expect(mail.text.split('\n')).to.include(url);
    expect(mail.html).to.include('Ada &lt;b&gt;').and.include('Tom &amp; Co').and.not.include('<b>');
  });

  it('shows the workspace in the subject of an invitation only when its owner is known', () => {
    const shown = { name: 'You won a prize', isVerified: false };
    const { subject, text } = toMail('ada@example.com', writeInvitation(url, 'Ada', shown));
    expect(subject).to.equal("You're invited to a workspace on Plotline");
    expect(text).to.include('You won a prize');
  });

  it('contains a link only when the person has to act', () => {
    const signUp = { name: 'Ada', workspace_name: 'Harbour' };
    for (const letter of [
      writeSignUp(url, signUp),
      writeAccountExists(url),
      writePasswordReset(url),
      writeEmailChange(url),
    ]) {
      expect(toMail('a@example.com', letter).text).to.include(url);
    }
    for (const letter of [writeEmailChanged('new@example.com'), writePasswordChanged(), writeWrongCodes()]) {
      expect(toMail('a@example.com', letter).html).to.not.include('<a ');
    }
  });
});
