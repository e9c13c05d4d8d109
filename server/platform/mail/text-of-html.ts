import sanitizeHtml from 'sanitize-html';
import { unescapeHtml } from '#contract/shop/description-html.ts';

/** Tags that begin a line, and the one that quotes. */
const kept = ['br', 'p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'hr', 'blockquote'];
const options: sanitizeHtml.IOptions = {
  ...{ allowedTags: kept, allowedAttributes: {}, nestingLimit: 100 },
  nonTextTags: ['script', 'style', 'title', 'textarea', 'option'],
};

/** The text of a mail's HTML. What it quotes is marked with `>`, as in a mail without HTML. */
export function textOfHtml(html: string): string {
  const lines: string[] = [];
  let line = '';
  let quotes = 0;
  const end = (isBlankKept: boolean) => {
    const text = line.trim();
    if (text !== '' || isBlankKept) lines.push(quotes > 0 ? `> ${text}` : text);
    line = '';
  };
  const [first = '', ...parts] = sanitizeHtml(html, options).split('<');
  line += wordsOf(first);
  for (const part of parts) {
    const close = part.indexOf('>');
    const [name = ''] = part.slice(0, close).split(' ');
    end(name === 'br' || name === '/p');
    if (name === '/p') end(true);
    if (name === 'blockquote') quotes += 1;
    if (name === '/blockquote') quotes -= 1;
    line += wordsOf(part.slice(close + 1));
  }
  end(false);
  return lines.join('\n');
}

function wordsOf(html: string): string {
  return unescapeHtml(html).replace(/\s+/g, ' ');
}
