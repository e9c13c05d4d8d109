/** The marks a description may carry; its words stay when a mark goes. */
export const allowedMarks = ['p', 'ul', 'ol', 'li', 'strong', 'em', 'br', 'h3', 'a'];

/** What stands in these is no word of a description. */
const wordless = new Set([
  ...['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'noembed'],
  ...['noframes', 'xmp', 'title', 'textarea', 'select', 'video', 'audio'],
]);

const comment = /<!--[\s\S]*?-->|<[!?][^>]*>/y;
const mark = /<(\/?)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'<>])*)>/iy;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
const link = /^(?:https?:\/\/|mailto:)[^\s"'<>`\\]+$/i;

/**
 * A description's HTML written anew: text, and of its marks only the allowed ones, bare but for a
 * link's address. Whatever comes in, nothing else can come out, because nothing else is written.
 * The browser's parser reports each handler and style that the page's policy forbids, even in a
 * document that runs nothing; so it only ever gets to read what was written here.
 */
export function rewriteDescription(html: string): string {
  const lower = html.toLowerCase();
  let written = '';
  let at = 0;
  while (at < html.length) {
    const next = html.indexOf('<', at);
    if (next === -1) return written + escapeText(html.slice(at));
    written += escapeText(html.slice(at, next));
    comment.lastIndex = next;
    mark.lastIndex = next;
    if (comment.test(html)) {
      at = comment.lastIndex;
      continue;
    }
    const found = mark.exec(html);
    if (!found) {
      written += '&lt;';
      at = next + 1;
      continue;
    }
    at = mark.lastIndex;
    const [, slash = '', name = '', attributes = ''] = found;
    const tag = name.toLowerCase();
    if (allowedMarks.includes(tag)) written += writeMark(slash, tag, attributes);
    else if (!slash && wordless.has(tag)) at = afterEnd(lower, tag, at);
  }
  return written;
}

/** Character references stay: whatever they stand for, it is a character, never a mark. */
function escapeText(text: string): string {
  return text.replaceAll('>', '&gt;');
}

function writeMark(slash: string, tag: string, attributes: string): string {
  if (slash) return tag === 'br' ? '' : `</${tag}>`;
  if (tag !== 'a') return `<${tag}>`;
  for (const [, name = '', double, single, bare] of attributes.matchAll(attribute)) {
    if (name.toLowerCase() !== 'href') continue;
    const address = (double ?? single ?? bare ?? '').trim();
    return link.test(address) ? `<a href="${address}">` : '<a>';
  }
  return '<a>';
}

/** Where a wordless element is over; one without an end is passed over alone. */
function afterEnd(lower: string, tag: string, from: number): number {
  const end = lower.indexOf(`</${tag}`, from);
  if (end === -1) return from;
  const close = lower.indexOf('>', end);
  return close === -1 ? lower.length : close + 1;
}
