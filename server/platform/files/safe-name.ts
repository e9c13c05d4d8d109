/** In UTF-8; a file system takes 255, and a number may be added. */
const longestBytes = 200;
/** In characters. */
const [longest, longestFolder] = [120, 60];
const reservedOnWindows = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Makes a file name that every system accepts, from any text: no folders, no control or direction-changing
 * characters, no leading dot or dash, none at its end that Windows drops. Keeps the extension.
 */
export function safeName(text: string): string {
  const cleaned = cleanedText(text);
  const [ending = ''] = /\.[A-Za-z0-9]{1,8}$/.exec(cleaned) ?? [];
  const stem = cut(cleaned.slice(0, cleaned.length - ending.length), {
    characters: longest - ending.length,
    bytes: longestBytes - ending.length,
  });
  return unreserved(`${stem || 'file'}${ending}`);
}

/** Makes the name of a folder, which is shorter and has no extension. */
export function safeFolder(text: string): string {
  return unreserved(
    cut(cleanedText(text), { characters: longestFolder, bytes: longestBytes }) || 'file',
  );
}

function cleanedText(text: string): string {
  return text
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\:*?"<>|%;]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.-]+|(?<![\s.])[\s.]+$/g, '');
}

/** The beginning of a text, with whole characters. */
function cut(text: string, most: { characters: number; bytes: number }): string {
  const kept = [...text].slice(0, most.characters);
  while (Buffer.byteLength(kept.join('')) > most.bytes) kept.pop();
  return kept.join('').replace(/(?<![\s.])[\s.]+$/, '');
}

function unreserved(name: string): string {
  return reservedOnWindows.test(name) ? `file ${name}` : name;
}

/** Returns an unused name and adds it to `taken`. Ignores case, because some file systems would unpack two such names into one file. */
export function freeName(taken: Set<string>, name: string): string {
  const dot = name.lastIndexOf('.');
  return numbered(taken, name, dot > 0 ? dot : name.length);
}

/** The same for a folder, in whose name a dot begins no extension. */
export function freeFolder(taken: Set<string>, name: string): string {
  return numbered(taken, name, name.length);
}

function numbered(taken: Set<string>, name: string, at: number): string {
  let free = name;
  for (let count = 2; taken.has(free.toLowerCase()); count += 1) {
    free = `${name.slice(0, at)} ${count}${name.slice(at)}`;
  }
  taken.add(free.toLowerCase());
  return free;
}

/** The `Content-Disposition` of a download (RFC 6266): plain ASCII for old clients, UTF-8 for the others. */
export function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\]/g, '');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii.replace(/^(?=\.|$)/, 'file')}"; filename*=UTF-8''${encoded}`;
}
