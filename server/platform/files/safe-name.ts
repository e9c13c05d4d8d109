const longest = 120;
const reservedOnWindows = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A file name that every system takes, from any text: no folders, no control or direction-changing
 * characters, no leading dot or dash, its ending kept.
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

/** `Content-Disposition` of a download, as RFC 6266 writes it: plain ASCII for old readers, UTF-8 for the rest. */
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
