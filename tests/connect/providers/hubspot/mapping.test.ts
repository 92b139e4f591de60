import { findMappingFaults, mapLead } from '@plotline/connect/providers/hubspot/model/mapping';
import { previewValues } from '@plotline/connect/providers/hubspot/model/preview';
import { expect } from 'chai';

const lead = {
  id: 'lead_1',
  name: 'Noor',
  email: 'noor@example.com',
  phone: '+971501234567',
  source: 'website',
  stage: 'new',
  score: 60,
  budgetMin: 100,
  budgetMax: null,
  budgetCurrency: 'AED',
  timeline: null,
  notes: null,
  tags: ['sea view', 'cash'],
  agentEmail: null,
  url: 'https://app.plotline.example/',
};

describe('mapping of leads to HubSpot', () => {
  const toValues = (settings: Readonly<Record<string, string>>) =>
    Object.fromEntries(mapLead(settings, lead).map(({ property, value }) => [property, value]));

  it('sends name, email, our id, the link and the phone number by default', () => {
    expect(toValues({})).to.deep.equal({
      email: 'noor@example.com',
      firstname: 'Noor',
      lastname: '',
      plotline_lead_id: 'lead_1',
      plotline_url: 'https://app.plotline.example/',
      phone: '+971501234567',
    });
  });

  it('sends a field to the property given in its setting', () => {
    const settings = { phone_property: 'mobilephone', tags_property: 'wishes', budget_min_property: 'budget' };
    expect(toValues(settings)).to.include({ mobilephone: '+971501234567', wishes: 'sea view, cash', budget: '100' });
    expect(toValues(settings)).to.not.have.property('phone');
  });

  for (const [settings, fields] of [
    [{ tags_property: 'wishes' }, []],
    [{ tags_property: 'Wishes!' }, ['settings.tags_property']],
    [{ tags_property: 'email' }, ['settings.tags_property']],
    [{ tags_property: 'phone' }, ['settings.tags_property']],
    [{ tags_property: 'wishes', notes_property: 'wishes' }, ['settings.tags_property']],
  ] as const) {
    it(`finds ${fields.length === 0 ? 'no error' : 'the error'} in ${JSON.stringify(settings)}`, () => {
      expect(findMappingFaults(settings).map(({ field }) => field)).to.deep.equal(fields);
    });
  }

  it('reports the values that HubSpot would refuse', () => {
    const settings = { source_property: 'origin', stage_property: 'step', score_property: 'gone' };
    const results = [
      { name: 'origin', options: [{ value: 'ads' }] },
      { name: 'step', options: [], modificationMetadata: { readOnlyValue: true } },
      ...['email', 'firstname', 'lastname', 'phone'].map((name) => ({ name, options: [] })),
    ];
    const problems = previewValues(mapLead(settings, lead), { results }).flatMap(({ field, problem }) =>
      problem === null ? [] : [`${field}: ${problem}`],
    );
    expect(problems).to.deep.equal([
      'source: The property has a list of options, and this value is not one of them.',
      'stage: HubSpot does not let others write this property.',
      'score: HubSpot has no contact property with this name.',
    ]);
  });
});
