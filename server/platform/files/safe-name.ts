const longest = 120;
const reservedOnWindows = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Makes a file name that every system accepts, from any text: no folders, no control or direction-changing
 * characters, no leading dot or dash. Keeps the extension.
 */
export function safeName(text: string): string {
  const cleaned = text
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\:*?"<>|%;]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.-]+|(?<![\s.])[\s.]+$/g, '');
  const [ending = ''] = /\.[A-Za-z0-9]{1,8}$/.exec(cleaned) ?? [];
  const stem = [...cleaned.slice(0, cleaned.length - ending.length)]
    .slice(0, longest - ending.length)
    .join('')
    .trimEnd();
  const name = `${stem || 'file'}${ending}`;
  return reservedOnWindows.test(name) ? `file ${name}` : name;
}

/** Returns an unused name and adds it to `taken`. Ignores case, because some file systems would unpack two such names into one file. */
export function freeName(taken: Set<string>, name: string): string {
  const dot = name.lastIndexOf('.');
  const cut = dot > 0 ? dot : name.length;
  let free = name;
  for (let count = 2; taken.has(free.toLowerCase()); count += 1) {
    free = `${name.slice(0, cut)} ${count}${name.slice(cut)}`;
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
