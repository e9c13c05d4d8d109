import { numbers } from '../random-numbers.ts';

/** Fragments that parsers stumble over, inserted by a mutation. */
const stumbles = [
  ...[
    '<',
    '>',
    '"',
    "'",
    '`',
    '=',
    '/',
    '\0',
    '\t',
    '\n',
    '\x0c',
    ' ',
    '&',
    ';',
    '#',
    '<!--',
    '-->',
  ],
  ...['--!>', ']]>', '<![CDATA[', '</p>', '<p>', '</a>', '<a href="https://x.example/">', '<svg>'],
  ...[
    '</svg>',
    '<math>',
    '<style>',
    '</style>',
    '<template>',
    '</template>',
    '<noscript>',
    '<table>',
  ],
  ...[
    '<select>',
    '</title>',
    '<title>',
    '&lt;',
    '&quot;',
    '&#x3c;',
    ' onclick=alert(1) ',
    '\u2028',
  ],
  ...[
    'javascript:',
    ' href=',
    '<mglyph>',
    '<mtext>',
    '<form>',
    '<li>',
    '<br>',
    '</script>',
    '\ufeff',
  ],
] as const;

/** `count` variations of a corpus: pieces cut, doubled, swapped, spliced and broken up. */
export function mutate(corpus: readonly string[], count: number, seed: number): string[] {
  const next = numbers(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const one = (texts: readonly string[]) => texts[below(texts.length)] ?? '';

  const ways: readonly ((text: string) => string)[] = [
    (text) => insert(text, one(stumbles)),
    (text) => insert(insert(text, one(stumbles)), one(stumbles)),
    (text) => text.slice(0, below(text.length)) + one(corpus),
    (text) => one(corpus).slice(below(20)) + text.slice(below(text.length)),
    (text) => insert(text, one(corpus)),
    (text) => remove(text, 1 + below(6)),
    (text) => text.replace(/[<>"'=/ ]/, () => one(stumbles)),
    (text) => text.replace(/[a-z]/g, (letter) => (next() < 0.3 ? letter.toUpperCase() : letter)),
    (text) => text.replace(/[a-z]/i, (letter) => `&#${letter.charCodeAt(0)};`),
    (text) => text.replace(/ /g, () => one(['\t', '\n', '/', '\x0c', ' '])),
    (text) => text + [...text].reverse().join('') + one(corpus),
  ];

  function insert(text: string, part: string): string {
    const at = below(text.length + 1);
    return text.slice(0, at) + part + text.slice(at);
  }
  function remove(text: string, length: number): string {
    const at = below(text.length);
    return text.slice(0, at) + text.slice(at + length);
  }

  return Array.from({ length: count }, () => {
    let text = one(corpus);
    for (let times = 1 + below(4); times > 0; times -= 1) {
      text = ways[below(ways.length)]?.(text) ?? text;
    }
    return text;
  });
}
