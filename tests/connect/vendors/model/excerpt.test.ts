import { hideCredentials, toExcerpt } from '@plotline/connect/vendors/model/excerpt';
import { expect } from 'chai';

const shown = new Set(['code', 'id']);

describe("an excerpt of a vendor's response", () => {
  it('contains the allowed fields at any depth, and the objects around them', () => {
    const answer = { error: { code: 'declined', message: 'Noor Haddad' }, email: 'noor@example.com' };
    expect(toExcerpt(answer, shown)).to.equal('{"error":{"code":"declined"}}');
    expect(toExcerpt([{ id: 1 }, { name: 'Noor' }], shown)).to.equal('[{"id":1}]');
  });

  it('is null when no field is allowed', () => {
    for (const answer of [null, 'text', 7, {}, { name: 'Noor' }, [[]]]) expect(toExcerpt(answer, shown)).to.equal(null);
  });

  it('is cut to its limits', () => {
    expect(toExcerpt({ id: 'x'.repeat(300) }, shown)).to.equal(`{"id":"${'x'.repeat(200)}"}`);
    expect(
      toExcerpt(
        Array.from({ length: 20 }, (_, id) => ({ id })),
        shown,
      ),
    ).to.equal(JSON.stringify(Array.from({ length: 10 }, (_, id) => ({ id }))));
  });

  it('contains no credentials, even if the vendor repeats them', () => {
    const key = `rk_live_${'x'.repeat(24)}`;
    const text = JSON.stringify({ code: `Invalid key ${key}`, id: 'req_12345678' });
    expect(hideCredentials(text, { authorization: `Bearer ${key}`, 'idempotency-key': 'req_12345678' })).to.equal(
      '{"code":"Invalid key …","id":"req_12345678"}',
    );
    expect(hideCredentials(text, { 'X-Postmark-Server-Token': key })).to.not.include(key);
    expect(hideCredentials(null, { authorization: key })).to.equal(null);
  });
});
