import { findTemplateFault, renderMessage } from '@plotline/webhook/channels/model/chat-message';
import { createSampleEvent } from '@plotline/webhook/channels/model/event-samples';
import { redactPayload } from '@plotline/webhook/events/model/payload';
import { expect } from 'chai';

const lead = createSampleEvent('lead.stage_changed');

function withName(name: string) {
  return { ...lead, data: { ...lead.data, name } };
}

describe('a chat message', () => {
  it('describes the event and the record by default', () => {
    expect(renderMessage('slack', null, lead)).to.equal('Lead stage changed: Maria Silva');
    expect(renderMessage('slack', null, createSampleEvent('invoice.paid'))).to.equal('Invoice paid: INV-000042');
  });

  it('replaces placeholders with fields of the event', () => {
    const template = '{{event}}: {{lead.name}}, {{lead.budget.max}} {{lead.budget.currency}}';
    expect(renderMessage('teams', template, lead)).to.equal('lead.stage\\_changed: Maria Silva, 320,000 EUR');
  });

  it('shows the lead that survives a merge', () => {
    const merged = { ...lead, event: 'lead.merged', data: { id: 'lead_1', merged_id: 'lead_2', lead: lead.data } };
    expect(renderMessage('slack', null, merged)).to.equal('Lead merged: Maria Silva');
    expect(renderMessage('slack', '{{lead.name}}, {{lead.email}}', merged)).to.include('Maria Silva, maria');
  });

  it('omits fields that the event lacks', () => {
    expect(renderMessage('slack', '[{{lead.name}}|{{unit.name}}]', lead)).to.equal('[Maria Silva|]');
  });

  it("contains no mentions or links from a stranger's text", () => {
    expect(renderMessage('slack', '*{{lead.name}}*', withName('<!channel> & co'))).to.equal(
      '*&lt;!channel&gt; &amp; co*',
    );
    expect(renderMessage('teams', '{{lead.name}}', withName('[here](https://evil.example)'))).to.equal(
      '\\[here\\]\\(https:\u200b//evil.example\\)',
    );
    expect(renderMessage('google_chat', '{{lead.name}}', withName('<users/all>'))).to.not.include('<users/all>');
    const addresses = withName('http://evil.example www.evil.example');
    const template = 'https://own.example {{lead.name}}';
    expect(renderMessage('slack', template, addresses)).to.equal(
      'https://own.example http:\u200b//evil.example www.\u200bevil.example',
    );
  });

  it('shows each value on one line, cut to a maximum length', () => {
    expect(renderMessage('slack', '{{lead.name}}', withName('a\n\tb\u2028c'))).to.equal('a b c');
    expect(renderMessage('slack', '{{lead.name}}', withName('x'.repeat(10_000)))).to.have.length(501);
    expect(renderMessage('slack', 'x'.repeat(4_000), lead)).to.have.length(3_001);
  });

  it('is cut between characters, because chats refuse half a character', () => {
    for (const length of [499, 500, 2_999, 3_000]) {
      const template = `{{lead.name}}${'y'.repeat(2_498)}😀😀`;
      const message = renderMessage('slack', template, withName(`${'x'.repeat(length)}😀😀`));
      expect(message, `${length}`).to.not.match(/\p{Cs}/u);
    }
    expect(renderMessage('slack', '{{lead.name}}', withName(`${'x'.repeat(499)}😀`))).to.equal(`${'x'.repeat(499)}…`);
  });

  it('shows numbers with all decimals', () => {
    const earned = { ...createSampleEvent('commission.earned'), data: { rate: 0.0375, amount: 13_500.5 } };
    expect(renderMessage('slack', '{{commission.rate}} {{commission.amount}}', earned)).to.equal('0.0375 13,500.5');
  });

  it('shows only the id of an erased lead', () => {
    const payload = redactPayload(JSON.stringify({ ...lead, workspace_id: 'ws_1' }));
    const redacted = JSON.parse(payload);
    expect(renderMessage('slack', '{{subject}} {{lead.email}}', redacted)).to.equal(`${lead.data.id} `);
  });

  it('shows the lead that a note belongs to', () => {
    const note = { event: 'lead.note_added', timestamp: '', data: { lead_id: 'lead_1', entry: { content: 'Rang.' } } };
    expect(renderMessage('slack', '{{lead.id}}: {{lead.entry.content}}', note)).to.equal('lead_1: Rang.');
  });
});

describe('findTemplateFault', () => {
  it('accepts field names that at least one event has', () => {
    expect(findTemplateFault('{{title}} {{lead.name}} {{unit.price.amount}}', ['lead.won', 'unit.sold'])).to.equal(
      null,
    );
    expect(findTemplateFault('{{invoice.number}}', ['*'])).to.equal(null);
  });

  it('reports each unknown field name once', () => {
    const fault = findTemplateFault('{{lead.nam}} {{unit.name}} {{lead.nam}} {{lead.budget}} {{}}', ['lead.won']);
    expect(fault).to.equal('has names that none of the events has: {{lead.nam}}, {{unit.name}}, {{lead.budget}}, {{}}');
  });

  it('refuses braces that are not closed', () => {
    expect(findTemplateFault('{{lead.name', ['lead.won'])).to.match(/between each \{\{ and \}\}/);
  });
});
