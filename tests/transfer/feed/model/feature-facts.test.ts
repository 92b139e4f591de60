import { readFeatureFacts } from '@plotline/transfer/feed/model/feature-facts';
import { expect } from 'chai';

describe('facts that are read from features', () => {
  it('include a pool, unless a label denies it or is about something else', () => {
    for (const label of [
      'Pool',
      'Swimming pool',
      'communal pools',
      'Piscina comunitaria',
      'бассейн',
      'مسبح',
      'Pool view',
    ]) {
      expect(readFeatureFacts([label]).hasPool, label).to.equal(true);
    }
    for (const label of ['No pool', 'Pool table', 'Room for a pool', 'Sin piscina', 'Carpool lane', 'Spool', 'Gym']) {
      expect(readFeatureFacts([label]).hasPool, label).to.equal(false);
    }
  });

  it('include the energy rating', () => {
    const read = (...labels: readonly string[]) => {
      const { consumption, emissions, unreadRatings } = readFeatureFacts(labels);
      return [consumption, emissions, ...unreadRatings];
    };
    expect(read('Energy rating: B')).to.deep.equal(['B', null]);
    expect(read('EPC C', 'CO2 emissions: d')).to.deep.equal(['C', 'D']);
    expect(read('Certificado de eficiencia energética: E')).to.deep.equal(['E', null]);
    expect(read('Energy class A+', 'Energieklasse G')).to.deep.equal(['A', null]);
    expect(read('Energy certificate in progress')).to.deep.equal(['X', null]);
    expect(read('Energy rating exempt')).to.deep.equal([null, null, 'Energy rating exempt']);
    expect(read('Energy efficient lighting', 'Class B office', 'A')).to.deep.equal([null, null]);
  });

  it('include the kind of ownership', () => {
    expect(readFeatureFacts(['Leasehold (99 years)'])).to.include({ isLeasehold: true, isPartOwnership: false });
    expect(readFeatureFacts(['Freehold', 'Not leasehold'])).to.include({ isLeasehold: false });
    for (const label of ['Fractional ownership', 'Shared ownership', 'Part-ownership']) {
      expect(readFeatureFacts([label]).isPartOwnership, label).to.equal(true);
    }
  });
});
