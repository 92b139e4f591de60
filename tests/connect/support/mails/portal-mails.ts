import type { InboundMail } from '@plotline/connect/vendors/model/email-port';

interface PortalMail {
  readonly mail: InboundMail;
  /** Facts that a person would read in the email. */
  readonly expected: { readonly [field: string]: unknown };
}

const at = (address: string, name = '') => ({ name, address });

/**
 * Emails in the style of each portal. They were written for these tests, and the addresses belong to no real person.
 */
export const portalMails: Readonly<Record<string, PortalMail>> = {
  Rightmove: {
    mail: {
      from: at('autoresponder@mail.rightmove.co.uk', 'Rightmove'),
      replyTo: at('noor.haddad@example.com', 'Noor Haddad'),
      subject: 'Rightmove lead: Request details for 9 Canal Street, Ref: HARB-0042',
      text: [
        'You have a new email lead from Rightmove',
        '',
        'Name: Noor Haddad',
        'Telephone: +44 7700 900123',
        'Email: noor.haddad@example.com',
        'Postcode: M1 1AA',
        '',
        'Property details',
        'Agent ref: HARB-0042',
        'Address: 9 Canal Street, Manchester',
        '',
        'Comments:',
        'I would like to view this property.',
        'Evenings suit me best.',
        '',
        '-----------------------------------',
        'This email was sent by Rightmove.',
      ].join('\n'),
    },
    expected: {
      portal: 'Rightmove',
      name: 'Noor Haddad',
      email: 'noor.haddad@example.com',
      phone: '+44 7700 900123',
      message: 'I would like to view this property.\nEvenings suit me best.',
      listings: ['HARB-0042'],
    },
  },
  Zoopla: {
    mail: {
      from: at('noreply@enquiries.zoopla.co.uk', 'Zoopla enquiries'),
      replyTo: at('tomas.silva@example.com'),
      subject: 'Zoopla: applicant enquiry',
      text: [
        'Enquiry details',
        '',
        'Name',
        'Tomás Silva',
        'Email address',
        'tomas.silva@example.com',
        'Telephone number',
        '07700 900456',
        'Reference',
        'HARB-0043',
        'Message',
        'Is parking included?',
        '',
        'View this property on Zoopla',
      ].join('\n'),
    },
    expected: {
      portal: 'Zoopla',
      name: 'Tomás Silva',
      email: 'tomas.silva@example.com',
      phone: '07700 900456',
      message: 'Is parking included?',
      listings: ['HARB-0043'],
    },
  },
  Idealista: {
    mail: {
      from: at('no-reply@mail.idealista.com', 'idealista'),
      replyTo: at('lucia.ramos@example.com', 'Lucía Ramos'),
      subject: 'Nuevo mensaje sobre tu inmueble con referencia HARB-0044',
      text: [
        '¡Hola! Tienes un nuevo mensaje',
        '',
        'Nombre: Lucía Ramos',
        'Teléfono: +34 600 123 456',
        'Mensaje:',
        'Me interesa este piso y me gustaría hacer una visita.',
      ].join('\n'),
    },
    expected: {
      portal: 'Idealista',
      name: 'Lucía Ramos',
      email: 'lucia.ramos@example.com',
      phone: '+34 600 123 456',
      message: 'Me interesa este piso y me gustaría hacer una visita.',
      listings: ['HARB-0044'],
    },
  },
  'Property Finder': {
    mail: {
      from: at('leads@propertyfinder.ae', 'Property Finder'),
      replyTo: null,
      subject: 'Property Finder - new lead for HARB-0045',
      text: [
        '*New Email Lead*',
        '',
        '*Name:* Amira Khan',
        '*Phone:* +971 50 123 4567',
        '*Email:* amira.khan@example.com <mailto:amira.khan@example.com>',
        '*Reference:* HARB-0045',
        '*Message:* Please call me about the villa.',
        '',
        'Regards,',
        'Property Finder',
      ].join('\n'),
    },
    expected: {
      portal: 'Property Finder',
      name: 'Amira Khan',
      email: 'amira.khan@example.com',
      phone: '+971 50 123 4567',
      message: 'Please call me about the villa.',
      listings: ['HARB-0045'],
    },
  },
  Bayut: {
    mail: {
      from: at('no-reply@bayut.com', 'Bayut'),
      replyTo: at('leads@bayut.com'),
      subject: 'New inquiry on Bayut',
      text: [
        'Inquiry details',
        'Customer Name : Omar Said',
        'Customer Phone : +971501234568',
        'Customer Email : omar.said@example.com',
        'Property Reference : HARB-0046',
        'Customer Message : I am interested. Is it ready to move in?',
        '© Bayut',
      ].join('\n'),
    },
    expected: {
      portal: 'Bayut',
      name: 'Omar Said',
      email: 'omar.said@example.com',
      phone: '+971501234568',
      message: 'I am interested. Is it ready to move in?',
      listings: ['HARB-0046'],
    },
  },
  'a website with labelled fields': {
    mail: {
      from: at('forms@website.example', 'Website'),
      replyTo: null,
      subject: 'Contact form',
      text: ['Full name: Mia Berg', 'E-mail: mia.berg@example.com', 'Comments: Do you have two bedrooms?'].join('\n'),
    },
    expected: {
      portal: 'forms@website.example',
      name: 'Mia Berg',
      email: 'mia.berg@example.com',
      phone: '',
      message: 'Do you have two bedrooms?',
      listings: [],
    },
  },
};
