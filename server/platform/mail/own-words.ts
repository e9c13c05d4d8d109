/** Begins with what is answered, without a mark on each line: `-----Original Message-----`, or a line as Outlook draws it. */
const divider = /^\s*(-{3,}.*\p{L}.*-{3,}|_{8,})\s*$/u;
/** The first of the lines that say whose mail is answered, and one that follows it. */
const sender = /^\s*\*?(from|von|de|da|van|från|fra)\s?:\*?\s/i;
const sent =
  /^\s*\*?(sent|date|to|subject|gesendet|datum|an|betreff|envoyé|objet|enviado|inviato|verzonden)\s?:\*?\s/i;
/** `On Monday Ada wrote:`, also over three lines. */
const attribution =
  /^\s*(on|am|le|el|il|op|em|den|w dniu)\b.{3,300}(wrote|schrieb|écrit|escribió|scritto|schreef|escreveu|skrev|napisał\(a\)?).{0,80}:\s*$/is;
const attributionLines = 3;
/** In characters. Expressions see no longer ones, which can take them long. */
const longestMark = 500;
const signature = /^-- ?$/;

/** What its sender wrote in an answer: without the mail that is quoted, and without a marked signature. Empty: nothing. */
export function ownWords(text: string): string {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n\t]/gu, '')
    .split('\n');
  const quoted = lines.findIndex((_, at) => quotes(lines, at));
  if (quoted === -1) return withoutSignature(lines);
  const above = withoutSignature(lines.slice(0, quoted));
  if (above !== '') return above;
  const rest = lines.slice(quoted + attributionAt(lines, quoted));
  // Written below what it answers, of which each line is marked.
  return rest.some(isMarked) ? withoutSignature(rest.filter((line) => !isMarked(line))) : '';
}

function isMarked(line: string): boolean {
  return line.startsWith('>');
}

/** Whether the answered mail begins with a line. */
function quotes(lines: readonly string[], at: number): boolean {
  const line = (lines[at] ?? '').slice(0, longestMark);
  if (isMarked(line) || divider.test(line)) return true;
  if (sender.test(line)) return lines.slice(at + 1, at + 4).some((next) => sent.test(next));
  return attributionAt(lines, at) > 0;
}

/** How many lines say who wrote what is quoted below them; 0: none. */
function attributionAt(lines: readonly string[], at: number): number {
  for (let count = 1; count <= attributionLines; count += 1) {
    const joined = lines.slice(at, at + count).join('\n');
    if (joined.length <= longestMark && attribution.test(joined)) return count;
  }
  return 0;
}

function withoutSignature(lines: readonly string[]): string {
  const end = lines.findIndex((line) => signature.test(line));
  return lines
    .slice(0, end === -1 ? lines.length : end)
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
