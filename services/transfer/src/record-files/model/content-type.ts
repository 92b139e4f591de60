/** Types of files that can be uploaded, with their extensions. None of them can run scripts in a browser. */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
};

/** Returns the extension of files of a type. Returns undefined for a type that can't be uploaded. */
export function findExtension(type: string | undefined): string | undefined {
  return type !== undefined && Object.hasOwn(extensions, type) ? extensions[type] : undefined;
}

/** Names of the types, for messages. */
export const typeNames = 'a JPEG, PNG, WebP or AVIF image, a PDF, or a Word, Excel, PowerPoint or OpenDocument file';
