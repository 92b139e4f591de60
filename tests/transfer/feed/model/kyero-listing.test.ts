import { toKyeroListing } from '@plotline/transfer/feed/model/kyero-listing';
import { formatDegrees } from '@plotline/transfer/feed/model/kyero-place';
import { shorten, toPlainText } from '@plotline/transfer/feed/model/kyero-text';
import { expect } from 'chai';
import { sampleFeedUnit } from '../../support/sample-feed-unit.js';

const now = new Date('2026-11-29T12:00:00.000Z');

type Changes = Parameters<typeof sampleFeedUnit>;

function convert(...changes: Changes) {
  const result = toKyeroListing(sampleFeedUnit(...changes), now);
  if (!result.listing) throw new Error(`It is left out: ${JSON.stringify(result.leftOut)}`);
  return { ...result.listing, reported: result.changes.map(({ reason }) => reason) };
}

function leftOut(...changes: Changes) {
  const result = toKyeroListing(sampleFeedUnit(...changes), now);
  return result.listing === null ? result.leftOut : [];
}

const location = { address: null, area: null, city: 'Faro', country: 'PT', coordinates: null };

describe('a unit in the XML feed', () => {
  it('is complete when nothing about it is unusual', () => {
    expect(convert()).to.deep.include({
      date: '2026-03-01 09:30:00',
      reference: 'A-1204',
      price: 389_000,
      type: 'apartment',
      town: 'Finestrat',
      province: 'Alicante',
      country: 'Spain',
      built: 116,
      plot: null,
      description: { language: 'en', text: 'Tower A, 1204, Balcón' },
      reported: [],
    });
  });

  it("is omitted, with all reasons, if the format can't express it", () => {
    expect(leftOut({ price: { amount: 1_000, currency: 'AED' } })).to.deep.equal([
      { reason: 'currency', value: 'AED' },
    ]);
    for (const amount of [0, 0.4, 100_000_000]) {
      const found = [{ reason: 'price', value: String(amount) }];
      expect(leftOut({ price: { amount, currency: 'USD' } })).to.deep.equal(found);
    }
    const nowhere = { location: { ...location, city: ' ' }, type: 'mixed_use' };
    const unit = { type: 'Kiosk', bedrooms: null };
    expect(leftOut(unit, nowhere).map(({ reason }) => reason)).to.deep.equal(['location', 'type']);
  });

  it('has its area in whole square metres, or no area if the unit of area is unknown', () => {
    const size = (interior: number | null, land: number | null, unit: string | null) => {
      const { built, plot, reported } = convert({ size: { interior, land, unit } });
      return [built, plot, ...reported];
    };
    expect(size(1250, null, 'square feet')).to.deep.equal([116, null]);
    expect(size(null, 0.5, 'ha')).to.deep.equal([null, 5_000]);
    expect(size(0, 2, 'acres')).to.deep.equal([null, 8_094]);
    expect(size(116.4, 500, null)).to.deep.equal([116, 500, 'size_unit_missing']);
    expect(size(116, 500, 'rods')).to.deep.equal([null, null, 'size_unit_not_understood']);
    expect(size(null, null, null)).to.deep.equal([null, null]);
  });

  it('states whether the property is new, if that is known', () => {
    const isNew = (status: string, completion_date: string | null) =>
      convert({}, { status, completion_date }).isNewBuild;
    expect(isNew('planning', null)).to.equal(true);
    expect(isNew('under_construction', '2020-01-01')).to.equal(true);
    expect(isNew('completed', '2025-11-29')).to.equal(true);
    expect(isNew('completed', '2025-11-28')).to.equal(false);
    expect(isNew('sold_out', null)).to.equal(null);
  });

  it('has the date of the later change, because portals reread the unit only if the date changes', () => {
    expect(convert({}, { updated_at: '2026-04-02T10:00:00.500Z' }).date).to.equal('2026-04-02 10:00:00');
  });

  it('is in a town, with the name of the country', () => {
    expect(convert({}, { location })).to.include({ town: 'Faro', province: 'Faro', country: 'Portugal' });
    expect(convert({}, { location: { ...location, area: 'Ria', city: null } })).to.include({ province: 'Ria' });
    expect(convert({}, { location: { ...location, country: 'España' } }).country).to.equal('España');
    expect(convert({}, { location: { ...location, country: null } }).reported).to.deep.equal(['country_missing']);
  });

  it('has texts, features and images within the limits of the format, and reports what was cut', () => {
    const address = 'Urbanización Balcón de Finestrat, Calle de la Almendra 14';
    const gallery = Array.from({ length: 60 }, (_, place) => `https://img.example/${place}.jpg`);
    const features = ['A view over the bay and the old town', ' ', ...Array.from({ length: 60 }, (_, n) => `F${n}`)];
    const unit = { features, gallery, bathrooms: 2.5, floor_plan: 'https://img.example/plan.PDF?v=1' };
    const media = { cover: null, gallery: [], floor_plans: [], virtual_tour: `https://t.example/${'x'.repeat(250)}` };
    const found = convert(unit, { location: { ...location, address }, media });
    expect(found.address).to.equal('Urbanización Balcón de Finestrat, Calle de la');
    expect(found.features).to.have.length(50);
    expect(found.features[0]).to.equal('A view over the bay and the old');
    expect(found.images.map(({ url }) => url)).to.deep.equal(gallery.slice(0, 50));
    expect(found).to.include({ bathrooms: 2, virtualTour: null });
    expect([...found.reported].sort()).to.deep.equal([
      'address_shortened',
      'feature_shortened',
      'features_left_out',
      'file_left_out',
      'images_left_out',
      'rooms_rounded',
      'virtual_tour_left_out',
    ]);
  });

  it('marks floor plans among the images, and shows each address once', () => {
    const [picture, plan] = ['https://img.example/1', 'https://img.example/plan.png'];
    const media = { cover: picture, gallery: [picture], floor_plans: [plan], virtual_tour: null };
    expect(convert({ gallery: [picture], floor_plan: plan }, { media }).images).to.deep.equal([
      { url: picture, isFloorPlan: false },
      { url: plan, isFloorPlan: true },
    ]);
  });

  it('is described in the language of the description, or by its names if the format lacks that language', () => {
    const describe = (description: string | null) => convert({}, { description });
    const spanish = 'Bonita villa con vistas al mar, cerca de la playa y de todos los servicios.';
    const names = 'Tower A, 1204, Balcón';
    expect(describe(spanish).description).to.deep.equal({ language: 'es', text: `${names}\n\n${spanish}` });
    const arabic = describe('فيلا جميلة مع إطلالة على البحر بالقرب من الشاطئ وجميع الخدمات في المدينة');
    expect(arabic).to.deep.include({
      description: { language: 'en', text: names },
      reported: ['description_left_out'],
    });
    for (const english of [
      'Sea view',
      'Luxury residences by Emaar at Dubai Marina. 2BR from AED 1.2M. Handover Q4 2027.',
    ]) {
      expect(describe(english).description.language, english).to.equal('en');
    }
  });

  it('is described without HTML markup, but with every other character', () => {
    const html = '<p class="x">Sea&nbsp;views &amp; <b>sun</b></p><ul><li>Pool</li><li>Gym</li></ul>';
    expect(toPlainText(html)).to.equal('Sea views & sun\n\nPool\n\nGym');
    for (const text of ['Price < 300,000 & > 100,000', 'a <3 b', '<Unit> A', 'x &amp; y']) {
      expect(toPlainText(text)).to.equal(text);
    }
  });
});

describe('a shortened text', () => {
  it('ends after a word if that keeps most of the text, and never within a character', () => {
    expect(shorten('Calle Mayor', 11)).to.equal('Calle Mayor');
    expect(shorten('Calle Mayor 12', 13)).to.equal('Calle Mayor');
    expect(shorten('A Verylongnamewithoutspaces', 10)).to.equal('A Verylong');
    expect(shorten('🏡🏡🏡', 2)).to.equal('🏡🏡');
  });
});

describe('degrees in the XML feed', () => {
  it('have at most 15 characters and no exponent', () => {
    const texts = [38.54, -0.17, 1e-9, -1e-9, 100, -179.123456789, 0].map(formatDegrees);
    expect(texts).to.deep.equal(['38.54', '-0.17', '0', '0', '100', '-179.123457', '0']);
  });
});
