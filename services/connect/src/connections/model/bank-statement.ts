/**
 * Entry for bank statements in the list of providers. A statement is a file, so it has no credentials and no connection
 * (design/decisions/0002).
 */
export const bankStatement = {
  name: 'bank_statement',
  category: 'payments',
  title: 'Bank statement',
  description: 'Money on your bank account is matched to open invoices, from a CSV file of the bank.',
  documentationUrl: null,
  effects: [
    'Proposes an invoice for each incoming payment of the file.',
    'Records a payment when a person confirms the proposal.',
  ],
  settings: [],
  credentials: [],
} as const;
