import { toKyeroType } from '@plotline/transfer/feed/model/kyero-type';
import { expect } from 'chai';

function typeOf(type: string | null, property = 'apartment', bedrooms: number | null = null) {
  return toKyeroType({ type, bedrooms, property: { type: property } });
}

describe('the type of a unit in the XML feed', () => {
  it("is the type in the unit's label", () => {
    const types: Readonly<Record<string, string>> = {
      Penthouse: 'penthouse',
      '2 BR Apartment': 'apartment',
      'Hotel apartments': 'apartment',
      Ático: 'penthouse',
      Townhouses: 'town house',
      'semi-detached villa': 'town house',
      'Detached House': 'villa',
      Office: 'commercial property',
      'Warehouse / showroom': 'commercial property',
      'Finca rústica': 'finca',
      'Plot of land': 'land',
      'Studio with parking': 'studio',
    };
    for (const [label, type] of Object.entries(types)) {
      expect(typeOf(label, 'mixed_use'), label).to.deep.equal({ type, isUnread: false });
    }
  });

  it("is the property's type if the label has none, which is reported unless the label counts bedrooms", () => {
    expect(typeOf('Type A', 'townhouse')).to.deep.equal({ type: 'town house', isUnread: true });
    for (const label of ['2BR', '3 bed', '1 Bedroom + maid', 'T2', '2 BHK', ' ', null]) {
      expect(typeOf(label, 'villa'), String(label)).to.deep.equal({ type: 'villa', isUnread: false });
    }
    expect(typeOf(null, 'commercial').type).to.equal('commercial property');
  });

  it('is an apartment for a home in a mixed property, and unknown for any other unit there', () => {
    expect(typeOf('2BR', 'mixed_use').type).to.equal('apartment');
    expect(typeOf(null, 'mixed_use', 2).type).to.equal('apartment');
    expect(typeOf('Type A', 'mixed_use')).to.deep.equal({ type: null, isUnread: true });
  });
});
