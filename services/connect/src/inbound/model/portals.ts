/** Portal that emails agents about people who are interested in a listing. */
export interface Portal {
  /** Name on screens and in timelines. */
  readonly name: string;
  /** Domains that send the portal's emails, including their subdomains. */
  readonly domains: readonly string[];
  /** Words before a reference in the subject. */
  readonly subjectMarks: readonly string[];
}

const marks = ['ref.', 'ref:', 'ref', 'reference', 'referencia', 'riferimento'] as const;

const portals: readonly Portal[] = [
  { name: 'Rightmove', domains: ['rightmove.co.uk', 'rightmove.com'], subjectMarks: marks },
  { name: 'Zoopla', domains: ['zoopla.co.uk', 'zoopla.com', 'primelocation.com'], subjectMarks: marks },
  {
    name: 'Idealista',
    domains: ['idealista.com', 'idealista.it', 'idealista.pt'],
    subjectMarks: marks,
  },
  {
    name: 'Property Finder',
    domains: ['propertyfinder.ae', 'propertyfinder.com', 'propertyfinder.qa', 'propertyfinder.bh', 'propertyfinder.eg'],
    subjectMarks: marks,
  },
  { name: 'Bayut', domains: ['bayut.com', 'bayut.sa', 'dubizzle.com'], subjectMarks: marks },
];

/** Returns the portal that an address belongs to; undefined for any other. */
export function findPortal(address: string): Portal | undefined {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return portals.find(({ domains }) => domains.some((own) => domain === own || domain.endsWith(`.${own}`)));
}
