import { writeAgentDeactivated } from '@plotline/auth/keys/model/letters';
import { toMail } from '@plotline/auth/mail/model/letter';
import { expect } from 'chai';

const url = 'https://auth.example/dashboard/ws_1/live/settings/keys';

describe('the email about a deactivated agent', () => {
  it('explains to owners what happens to the keys of a person who has left', () => {
    const left = { name: 'Carol', by: 'Olga', keys: ['Website', 'Import'], areRevoked: false };
    const tell = (change: object) =>
      toMail('a@example.com', writeAgentDeactivated(url, 'Harbour', { ...left, ...change })).text;
    expect(tell({})).to.include('Olga deactivated Carol').and.include('still work: “Website”, “Import”');
    expect(tell({ areRevoked: true })).to.include('were revoked: “Website”, “Import”');
    expect(tell({ keys: [] })).to.include('created no API keys');
  });
});
