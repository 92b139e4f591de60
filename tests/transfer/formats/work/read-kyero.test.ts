import { expect } from 'chai';
import { inPieces, readFile } from '../../support/file-content.js';
import { refusedFile } from '../../support/refused-file.js';

/** Returns a feed with one home in Kyero's format. */
function toFeed(home: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n<root><kyero><feed_version>3</feed_version></kyero>\n<property>${home}</property></root>`;
}

const villa = `<id>7001</id><date>2026-11-01 10:00:00</date><ref>CB-7001</ref><price>389000</price><currency>EUR</currency>
<price_freq>sale</price_freq><new_build>0</new_build><type>villa</type><town>Finestrat</town><province>Alicante</province>
<country>spain</country><location><latitude>38.54</latitude><longitude>-0.17</longitude></location>
<location_detail>Calle 1</location_detail><beds>3</beds><baths>2</baths><pool>1</pool>
<surface_area><built>150</built><plot>500</plot></surface_area><desc><es>Vistas</es><en>Sea views</en></desc>
<features><feature>Garden, large</feature></features>
<images><image id="1"><url>https://img.example/1;a.jpg</url></image><image id="2"><url>https://img.example/2.jpg</url></image></images>`;

async function readHome(resource: string, home = villa, size = 65_536) {
  const { records } = await readFile(inPieces(toFeed(home), size), { format: 'xml', resource });
  return records[0];
}

describe('a feed in the Kyero format', () => {
  it("has a unit for each home, in the property with the home's id, in any chunks", async () => {
    for (const size of [1, 65_536]) {
      expect(await readHome('units', villa, size)).to.deep.equal({
        number: 1,
        values: {
          external_id: '7001',
          property_id: '7001',
          name: 'Villa in Finestrat (CB-7001)',
          unit_number: 'CB-7001',
          type: 'villa',
          bedrooms: '3',
          bathrooms: '2',
          'size.interior': '150',
          'size.land': '500',
          'size.unit': 'sqm',
          'price.amount': '389000',
          'price.currency': 'EUR',
          features: '["Garden, large","Pool"]',
          gallery: '["https://img.example/1;a.jpg","https://img.example/2.jpg"]',
        },
      });
    }
  });

  it('has a property for each home', async () => {
    expect((await readHome('properties'))?.values).to.deep.equal({
      external_id: '7001',
      name: 'Villa in Finestrat (CB-7001)',
      type: 'villa',
      status: 'completed',
      'location.address': 'Calle 1',
      'location.area': 'Finestrat',
      'location.city': 'Alicante',
      'location.country': 'spain',
      'location.coordinates.lat': '38.54',
      'location.coordinates.lng': '-0.17',
      description: 'Sea views',
      'media.gallery': '["https://img.example/1;a.jpg","https://img.example/2.jpg"]',
      'pricing.currency': 'EUR',
      'pricing.min_price': '389000',
      'pricing.max_price': '389000',
      features: '["Garden, large","Pool"]',
    });
  });

  const types: readonly (readonly [string, string])[] = [
    ['Town house', 'townhouse'],
    ['penthouse apartment', 'penthouse'],
    ['2BR apartment', 'apartment'],
    ['Country house', 'villa'],
    ['Plot', 'land'],
    ['Commercial property', 'commercial'],
    ['mixed_use', 'mixed_use'],
    ['boat', 'boat'],
  ];
  for (const [type, propertyType] of types) {
    it(`has the type ${propertyType} for ${type}`, async () => {
      const record = await readHome('properties', `<id>1</id><type>${type}</type>`);
      expect(record?.values['type']).to.equal(propertyType);
    });
  }

  it('names a home after the fields that it has', async () => {
    const record = await readHome('properties', '<id>1</id><town>Dubai</town><province>Dubai</province>');
    expect(record?.values).to.deep.include({ name: 'Property in Dubai (1)', 'location.city': 'Dubai' });
    expect(record?.values).not.to.have.property('location.area');
  });

  it('reports a home for rent as an invalid record', async () => {
    const record = await readHome('units', '<id>1</id><price>900</price><price_freq>month</price_freq>');
    expect(record?.fault).to.equal('is for rent (price_freq is month); only homes for sale can be imported');
  });

  it('is refused for leads, and together with other records', async () => {
    expect(await refusedFile(() => readHome('leads'))).to.match(/<root> in line 2 where <leads> is expected/);
    const file = () => readFile('<root><unit/></root>', { format: 'xml', resource: 'units' });
    expect(await refusedFile(file)).to.match(/<unit> in line 1 where <property> is expected/);
  });
});
