/** Fields of an inquiry that have labels in emails. */
export type InquiryField = 'name' | 'email' | 'phone' | 'reference' | 'message';

/** Labels by field, in English, Spanish, Italian, Portuguese, French, German and Arabic. */
const labels: Readonly<Record<InquiryField, readonly string[]>> = {
  name: [
    ...['name', 'full name', 'customer name', 'client name', 'contact name', 'your name', 'from', 'sender'],
    ...['nombre', 'nombre y apellidos', 'nome', 'nome e cognome', 'nom', 'الاسم'],
  ],
  email: [
    ...['email', 'e-mail', 'email address', 'customer email', 'client email', 'your email', 'mail'],
    ...['correo', 'correo electrónico', 'courriel', 'e-mail-adresse', 'البريد الإلكتروني'],
  ],
  phone: [
    ...['phone', 'telephone', 'phone number', 'telephone number', 'mobile', 'mobile number', 'contact number', 'tel'],
    ...['customer phone', 'client phone', 'teléfono', 'telefono', 'telefone', 'téléphone', 'telefon', 'الهاتف'],
  ],
  reference: [
    ...['reference', 'ref', 'property reference', 'property ref', 'listing reference', 'listing ref', 'agent ref'],
    ...['agent reference', 'your reference', 'reference number', 'permit reference', 'property id', 'listing id'],
    ...['referencia', 'riferimento', 'referência', 'référence', 'referenz', 'codice', 'الرقم المرجعي'],
  ],
  message: [
    ...[
      'message',
      'comments',
      'comment',
      'enquiry',
      'inquiry',
      'your message',
      'customer message',
      'additional comments',
    ],
    ...['mensaje', 'comentarios', 'messaggio', 'mensagem', 'nachricht', 'الرسالة'],
  ],
};

const fields = ['name', 'email', 'phone', 'reference', 'message'] as const satisfies readonly InquiryField[];
const fieldOf = new Map(fields.flatMap((field) => labels[field].map((label) => [label, field] as const)));

const maxLines = 400;
const maxLabelLength = 40;
const maxMessageLines = 60;

/**
 * Returns the field that a line's label names, and the value after the label. Null for a line without a known label.
 */
function readLabel(line: string): { readonly field: InquiryField; readonly value: string } | null {
  const end = line.slice(0, maxLabelLength).search(/[:：]/);
  const label = (end < 0 ? line : line.slice(0, end)).trim().toLowerCase().replaceAll('*', '').trim();
  const field = fieldOf.get(label);
  if (field === undefined) return null;
  return {
    field,
    value:
      end < 0
        ? ''
        : line
            .slice(end + 1)
            .replaceAll('*', '')
            .trim(),
  };
}

/** Lines that end a message: a separator line, or the portal's footer. */
const footer =
  /^(?:[-_=*]{3,}|©|(?:(?:view|see|reply to) this|kind regards|best regards|regards|this (?:email|message))\b)/i;

/** Returns the lines of a message until the next label or the footer. */
function readMessage(lines: readonly string[], start: number): string {
  const message: string[] = [];
  for (const line of lines.slice(start, start + maxMessageLines)) {
    if (readLabel(line) || footer.test(line)) break;
    message.push(line);
  }
  return message.join('\n').trim();
}

/**
 * Reads lines such as `Name: Noor Haddad`, and labels whose value is on the next line. The first value of a field
 * counts. Each line is read a fixed number of times, so that no text takes long.
 */
export function readLabelledFields(text: string): Partial<Record<InquiryField, string>> {
  const lines = text
    .split('\n', maxLines)
    .map((line) => line.slice(0, 2_000).trim())
    .filter((line, place, all) => line !== '' || all[place - 1] !== '');
  const found: Partial<Record<InquiryField, string>> = {};
  lines.forEach((line, place) => {
    const labelled = readLabel(line);
    if (!labelled || found[labelled.field] !== undefined) return;
    const { field, value } = labelled;
    if (field === 'message') {
      const rest = readMessage(lines, place + 1);
      found.message = [value, rest].filter((part) => part !== '').join('\n');
      return;
    }
    const below = lines.slice(place + 1).find((next) => next !== '') ?? '';
    const taken = value !== '' ? value : readLabel(below) ? '' : below;
    if (taken !== '') found[field] = taken;
  });
  return found;
}
