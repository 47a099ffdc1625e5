interface FileType {
  contentType: string;
  extension: string;
}

/**
 * Files of these types are plain text, so only their names distinguish them. HTML is deliberately left out.
 */
const textTypes: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  ics: 'text/calendar',
  vcf: 'text/vcard',
  md: 'text/markdown',
  json: 'application/json',
};

/** Documents in a generic container format. */
const containedTypes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'application/x-cfb': {
    doc: 'application/msword',
    xls: 'application/vnd.ms-excel',
    ppt: 'application/vnd.ms-powerpoint',
  },
  'application/zip': {
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    odt: 'application/vnd.oasis.opendocument.text',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    pkpass: 'application/vnd.apple.pkpass',
  },
};

const UNKNOWN = 'application/octet-stream';
const MAX_EXTENSION = 5;
const SPACES = new Set([0x09, 0x0a, 0x0c, 0x0d]);

/** Text in UTF-8 or any older encoding: it has no control characters except whitespace. */
const isText = (bytes: Uint8Array) => bytes.every((byte) => byte >= 0x20 || SPACES.has(byte));

/**
 * The type that the bytes show or, if they show only text or a container, the type that the name indicates
 * (contract: Senders, secrets, files 8).
 */
export function typeOfFile(filename: string, shown: FileType, bytes: Uint8Array): FileType {
  const extension = /\.([a-z]{1,10})$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
  const types = shown.contentType === UNKNOWN ? textTypes : containedTypes[shown.contentType];
  if (!types || !Object.hasOwn(types, extension)) return shown;
  if (types === textTypes && !isText(bytes)) return shown;
  return {
    contentType: types[extension] as string,
    extension: extension.length <= MAX_EXTENSION ? extension : 'bin',
  };
}
