const breaks = new Set(['br', 'p', '/p', 'div', '/div', 'li', 'tr', 'h1', 'h2', 'h3', 'hr']);
const hidden = new Set(['script', 'style', 'head', 'title']);
const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
};

/** The text of a mail's HTML, up to the mail that it quotes. */
export function textOfHtml(html: string): string {
  let text = '';
  let within: string | null = null;
  for (const [place, part] of html.split('<').entries()) {
    const [tag = ''] = place === 0 ? [] : (/^\/?[a-z0-9]*/i.exec(part) ?? []);
    const name = tag.toLowerCase();
    if (within !== null && name !== `/${within}`) continue;
    within = hidden.has(name) ? name : null;
    if (name === 'blockquote') break;
    if (within !== null) continue;
    const words = place === 0 ? part : part.slice(part.indexOf('>') + 1);
    text += `${breaks.has(name) ? '\n' : ''}${words.replace(/\s+/g, ' ')}`;
  }
  return decode(text)
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n');
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, ten, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    const point = ten === undefined ? Number.parseInt(hex, 16) : Number(ten);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });
}
