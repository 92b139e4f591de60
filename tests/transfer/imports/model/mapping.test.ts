import { assertMapping, guessMapping } from '@plotline/transfer/imports/model/mapping';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';

describe('the guessed mapping', () => {
  it('uses field paths unchanged', () => {
    const columns = ['id', 'name', 'email', 'budget.min', 'updated_at'];
    expect(guessMapping('leads', columns)).to.deep.equal({ name: 'name', email: 'email', 'budget.min': 'budget.min' });
  });

  it('recognizes similar names and common synonyms, ignoring case, spaces and punctuation', () => {
    const leads = ['Full Name', 'E-mail', 'Mobile', 'Min. budget', 'BUDGET', 'Next follow-up', 'Comments', 'Shoe size'];
    expect(guessMapping('leads', leads)).to.deep.equal({
      'Full Name': 'name',
      'E-mail': 'email',
      Mobile: 'phone',
      'Min. budget': 'budget.min',
      BUDGET: 'budget.max',
      'Next follow-up': 'next_follow_up',
      Comments: 'notes',
    });
    expect(
      guessMapping('units', ['Project ID', 'Unit name', 'Unit No.', 'Beds', 'Asking price', 'Currency']),
    ).to.deep.equal({
      'Project ID': 'property_id',
      'Unit name': 'name',
      'Unit No.': 'unit_number',
      Beds: 'bedrooms',
      'Asking price': 'price.amount',
      Currency: 'price.currency',
    });
    expect(guessMapping('properties', ['Project', 'City', 'Latitude', 'Hand over'])).to.deep.equal({
      Project: 'name',
      City: 'location.city',
      Latitude: 'location.coordinates.lat',
      'Hand over': 'completion_date',
    });
  });

  it('recognizes columns from address books, other CRMs and portals', () => {
    const google = [
      'First Name',
      'Last Name',
      'E-mail 1 - Label',
      'E-mail 1 - Value',
      'Phone 1 - Label',
      'Phone 1 - Value',
    ];
    expect(guessMapping('leads', google)).to.deep.equal({
      'First Name': 'name',
      'Last Name': 'name',
      'E-mail 1 - Value': 'email',
      'Phone 1 - Value': 'phone',
    });
    const names = [
      'Phone No',
      'Mobile No.',
      'Phone #',
      'E-mail 2 Address',
      'Given Name',
      'Contact owner',
      'Create Date',
    ];
    expect(Object.values(guessMapping('leads', names))).to.deep.equal([
      ...['phone', 'phone', 'phone', 'email', 'name', 'assigned_agent', 'created_at'],
    ]);
  });

  it('recognizes amounts and areas with their currency or unit', () => {
    const leads = ['Budget (AED)', 'Min budget in USD', 'Shoe size (AED)', 'Notes AED'];
    expect(guessMapping('leads', leads)).to.deep.equal({
      'Budget (AED)': 'budget.max',
      'Min budget in USD': 'budget.min',
    });
    const units = ['Price, €', 'AED price', 'price_aed', 'Area (sq. ft.)', 'Plot area sqm', 'Price per sqm'];
    expect(guessMapping('units', units)).to.deep.equal({
      'Price, €': 'price.amount',
      'AED price': 'price.amount',
      price_aed: 'price.amount',
      'Area (sq. ft.)': 'size.interior',
      'Plot area sqm': 'size.land',
    });
  });

  it('ignores the names that an export shows next to ids', () => {
    const columns = ['assigned_agent', 'assigned_agent_name', 'assigned_agent_email'];
    expect(guessMapping('leads', columns)).to.deep.equal({ assigned_agent: 'assigned_agent' });
    expect(guessMapping('leads', columns.slice(1))).to.have.all.keys('assigned_agent_name', 'assigned_agent_email');
  });

  it('assigns a field to all columns that have its name', () => {
    const columns = ['Mobile', 'phone', 'Phone', 'Phone (2)'];
    expect(Object.values(guessMapping('leads', columns))).to.deep.equal(Array(4).fill('phone'));
  });
});

describe('a given mapping', () => {
  const faultsOf = async (mapping: Record<string, string>, columns?: readonly string[]) =>
    (await refusalOf(() => assertMapping('leads', mapping, columns))).details;

  it('is rejected for a column that the file lacks; the error names the column', async () => {
    expect(await faultsOf({ Nom: 'name' }, ['Name', 'Email'])).to.deep.equal([
      { field: 'mapping.Nom', message: 'names a column that the file does not have; it has Name, Email' },
    ]);
  });

  it('is rejected for an unknown or read-only field; the error names the field', async () => {
    const details = await faultsOf({ Name: 'nom', Score: 'score' });
    expect(details.map(({ field }) => field)).to.deep.equal(['mapping.Name', 'mapping.Score']);
    expect(details[0]?.message).to.match(/^names an unknown field; leads have external_id, name, email,/);
  });

  it('is rejected if it is empty', async () => {
    expect(await faultsOf({})).to.deep.equal([{ field: 'mapping', message: 'must name at least one column' }]);
  });
});
