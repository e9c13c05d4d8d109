/** What stands between dashes above a mail that is quoted without a mark on each line. */
const dividers = new Set([
  ...[
    'original message',
    'forwarded message',
    'ursprüngliche nachricht',
    'weitergeleitete nachricht',
  ],
  ...["message d'origine", 'message transféré', 'mensaje original', 'messaggio originale'],
  ...['mensagem original', 'oorspronkelijk bericht', 'wiadomość oryginalna'],
]);
/** The lines above a quoted mail that say whose it is, as Outlook writes them. */
const headers = [
  /^\s*\*?(from|von|de|da|van|från|fra)\s?:/i,
  /^\s*\*?(sent|date|gesendet|datum|envoyé|enviado|inviato|verzonden)\s?:/i,
  /^\s*\*?(to|an|à|para|aan|til|till)\s?:/i,
  /^\s*\*?(subject|betreff|objet|asunto|oggetto|onderwerp|assunto)\s?:/i,
];
const fewestHeaders = 3;
const mostHeaders = 8;
const anyHeader = /^\s*\*?\p{L}[\p{L}-]{0,20}\s?:/u;
/** `On Monday Ada wrote:`, also over three lines. */
const attributionStart = /^\s*(on|am|le|el|il|op|em|den|w dniu)\s/i;
const attributionEnd =
  /(?:(?:wrote|écrit|escribió|scritto|escreveu|napisał\(a\))|(?:schrieb|schreef|skrev)[^,]{0,80})\s?:$/i;
const attributionLines = 3;
const address = /[^\s@]@[^\s@]/;
const date = /\d{4}|\d[./]\d\d?[./]\d\d/;
const time = /\d[:.h]\d\d/;
/** In characters; what begins a quote is never longer. */
const longestMark = 500;

/**
 * What its sender wrote in an answer: without the mail that is quoted, and without a marked signature. `hasMore`: lines
 * were left out that aren't marked as quoted, so they may be the sender's.
 */
export function ownWords(text: string): { readonly words: string; readonly hasMore: boolean } {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n\t\u200c\u200d]/gu, '')
    .split('\n');
  const kept: string[] = [];
  let hasMore = false;
  let isSignature = false;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const opening = openingAt(lines, at);
    if (opening > 0) {
      const next = lines.slice(at + opening).find(hasWords);
      if (next !== undefined && !isMarked(next)) return { words: joined(kept), hasMore: true };
    }
    if (opening > 0 || isMarked(line)) isSignature = false;
    else if (line === '-- ') isSignature = true;
    else if (!isSignature) kept.push(line);
    else hasMore ||= hasWords(line);
    at += Math.max(opening, 1);
  }
  return { words: joined(kept), hasMore };
}

function isMarked(line: string): boolean {
  return line.startsWith('>');
}

function hasWords(line: string): boolean {
  return /[^\s\u200c\u200d]/.test(line);
}

/** How many lines introduce a quoted mail; 0: none. */
function openingAt(lines: readonly string[], at: number): number {
  if (isDivider(lines[at] ?? '')) return 1;
  const rule = /^\s?_{8,100}\s?$/.test(lines[at] ?? '') ? 1 : 0;
  const block = headersAt(lines, at + rule);
  return block > 0 ? rule + block : attributionAt(lines, at);
}

/** `-----Original Message-----` */
function isDivider(line: string): boolean {
  if (line.length > longestMark) return false;
  const trimmed = line.trim();
  const [words = '', ...others] = trimmed
    .split('-')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return (
    others.length === 0 &&
    trimmed.startsWith('--') &&
    trimmed.endsWith('--') &&
    dividers.has(words.toLowerCase().replace('’', "'"))
  );
}

/** How many lines are headers of a mail, of three kinds at least and with an address. */
function headersAt(lines: readonly string[], at: number): number {
  const near = lines.slice(at, at + mostHeaders).map((line) => line.slice(0, longestMark));
  const end = near.findIndex((line) => !anyHeader.test(line));
  const block = end === -1 ? near : near.slice(0, end);
  const kinds = headers.filter((header) => block.some((line) => header.test(line)));
  const isOne = kinds.length >= fewestHeaders && block.some((line) => address.test(line));
  return isOne ? block.length : 0;
}

/** How many lines say who wrote what is quoted below them. Without a marked line there, they have to look like a program's. */
function attributionAt(lines: readonly string[], at: number): number {
  if (!attributionStart.test((lines[at] ?? '').slice(0, longestMark))) return 0;
  for (let count = 1; count <= attributionLines; count += 1) {
    const [last = '', ...before] = lines.slice(at, at + count).reverse();
    if (count > 1 && attributionStart.test(last.slice(0, longestMark))) return 0;
    if (before.some((line) => /[.!?:]\s?$/.test(line))) return 0;
    const text = [...before.reverse(), last].join('\n').trimEnd();
    if (text.length > longestMark) return 0;
    if (!attributionEnd.test(text)) continue;
    const next = lines.slice(at + count).find(hasWords) ?? '';
    const isTyped = address.test(text) || (date.test(text) && time.test(text));
    return isMarked(next) || isTyped ? count : 0;
  }
  return 0;
}

function joined(lines: readonly string[]): string {
  const words = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return hasWords(words) ? words : '';
}
