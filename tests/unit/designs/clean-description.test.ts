import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  descriptionLimits,
  descriptionLine,
  descriptionTags,
} from '#contract/shop/description-html.ts';
import { demoStudio } from '#demo/studio.ts';
import { cleanDescription } from '#server/designs/clean-description.ts';
import { schema } from '#studio/features/designs/rich-text-schema.ts';
import { htmlCorpus } from '#tests/support/bypass/html-corpus.ts';
import { mutate } from '#tests/support/bypass/mutate.ts';

test('keeps what a description may contain, and nothing that runs', () => {
  const html = `
    <p onclick="alert(1)">A <em style="color:red">soft</em> fox.</p>
    <script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">here</a>`;
  expect(cleanDescription(html).replaceAll(/\s+/g, ' ')).toBe(
    '<p>A <em>soft</em> fox.</p><p><a>here</a></p>',
  );
});

test('leaves clean input unchanged', () => {
  for (const { slug, description } of demoStudio.products) {
    expect(cleanDescription(description), slug).toBe(description);
  }
  // The tags between these paragraphs are removed.
  const nested = cleanDescription('<p><b x=""><b x=""><p>');
  expect(cleanDescription(nested)).toBe(nested);
  const part = fc.constantFrom(
    '<p>',
    '</p',
    '>',
    '<b x=">',
    '<!--',
    '-->',
    '<script>',
    'a',
    '&lt;',
    ...['<div>', '</div>', '<b>', '</b>', '<i>', '<h2>', '<li>', '<ul>', '</ul>', '<hr>', '<br>'],
    ...['<table>', '</table>', '<tr>', '<td>', '</td>', '<p>b</p>', ' '],
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const once = cleanDescription(parts.join(''));
      expect(cleanDescription(once)).toBe(once);
    }),
  );
});

test('keeps the tags of a description and its words', () => {
  const html =
    '<h3>Foxes</h3><p>A <em>soft</em> <strong>fox</strong>.<br>Dusk &amp; dawn.</p><ol><li>One</li></ol>';
  expect(cleanDescription(html)).toBe(html);
});

test.each([
  [
    'boxes',
    '<div>Twelve</div><div>sheets<div>each</div></div>',
    '<p>Twelve</p><p>sheets</p><p>each</p>',
  ],
  ['text beside boxes', '<h2>Sizes</h2>Letter<p>A4</p>', '<h3>Sizes</h3><p>Letter</p><p>A4</p>'],
  ['bold and italic', '<b>bold</b> <i>italic</i>', '<strong>bold</strong> <em>italic</em>'],
  ['a bold box', '<b>a <div>b</div></b>', '<p><strong>a </strong></p><p><strong>b</strong></p>'],
  ['normal weight', '<b style="font-weight: normal"><p>a</p></b>', '<p>a</p>'],
  ['headings', '<h1><div>A</div></h1><h6>B</h6>', '<h3>A</h3><h3>B</h3>'],
  ['lines', 'one<hr>two<br>three', 'one<br>two<br>three'],
  [
    'a table of two columns',
    '<table><tr><td>Width</td><td>12 in</td></tr><tr><td>Height:</td><td>9 in</td></tr></table>',
    '<ul><li>Width: 12 in</li><li>Height: 9 in</li></ul>',
  ],
  [
    'a wider table',
    '<table><caption>All</caption><thead><tr><th>Size<th>W<th>H</thead><tr><td><p>A</p><p>B</p></td><td>1</td><td></td></tr></table>',
    '<p>All</p><ul><li>Size · W · H</li><li>A<br>B: 1</li></ul>',
  ],
  [
    'a table for layout',
    '<table><tr><td><h1>A</h1><p>B</p></td></tr></table>',
    '<h3>A</h3><p>B</p>',
  ],
  [
    'a list in a list',
    '<ul><li>a</li><ul><li>b</li></ul></ul>',
    '<ul><li>a<ul><li>b</li></ul></li></ul>',
  ],
  ['items without a list', '<li>a</li> <li>b</li>', '<ul><li>a</li><li>b</li></ul>'],
  [
    'boxes in an item',
    '<ul><li><div>a</div><div>b</div></li></ul>',
    '<ul><li><p>a</p><p>b</p></li></ul>',
  ],
  ['a picture between words', '<p>Before<img src="a.png">after</p>', '<p>Before after</p>'],
  ['a film between words', 'Before<video src="a">Play</video>after', 'Before after'],
  ['a button', '<button>Buy</button>now', 'Buy now'],
  ['definitions', '<dl><dt>Paper</dt><dd>A4</dd></dl>', '<p>Paper</p><p>A4</p>'],
  ['spaces that don’t break', '<div>12&nbsp;in</div><div>&nbsp;</div>', '<p>12\u00a0in</p>'],
  [
    'characters by name',
    '<div>caf&eacute; &mdash; &#127800; &lt;3</div>',
    '<p>café — 🌸 &lt;3</p>',
  ],
  [
    'a link around boxes',
    '<a href="https://x.example/?a=1&amp;b=2"><div>a</div>b</a>',
    '<p><a href="https://x.example/?a=1&amp;b=2">a</a></p><p><a href="https://x.example/?a=1&amp;b=2">b</a></p>',
  ],
  ['many boxes', `${'<div>'.repeat(60)}a</div><div>b`, '<p>a</p><p>b</p>'],
])('arranges %s', (_, html, arranged) => {
  expect(cleanDescription(html)).toBe(arranged);
});

test('keeps the words of different blocks apart, in order', () => {
  const blocks = ['div', 'p', 'h1', 'h3', 'section', 'blockquote', 'dd', 'td', 'tr', 'table'];
  const others = ['ul', 'li', 'b', 'em', 'a', 'span'];
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.constant('word'),
      fc
        .tuple(fc.constantFrom(...blocks, ...others), fc.array(tie('tree'), { maxLength: 4 }))
        .map(([tag, children]) => {
          const separator = blocks.includes(tag) || tag === 'li' ? '' : ' ';
          return `<${tag}>${separator}${children.join('<hr>')}${separator}</${tag}>`;
        }),
    ),
  }));
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 4 }), (trees) => {
      const html = trees.join('<hr>');
      const words = html.match(/word/g)?.length ?? 0;
      const seen = descriptionLine(cleanDescription(html)).match(/\w+/g) ?? [];
      expect(seen).toEqual(Array.from({ length: words }, () => 'word'));
    }),
    { numRuns: 1000 },
  );
});

test('keeps links to the web or a mailbox, in any quotes, and no others', () => {
  const links = {
    '<a href="https://fabric.example/?a=1&amp;b=2">': true,
    "<a target=_blank href='http://fabric.example/'>": true,
    '<A HREF=mailto:fox@shop.example>': true,
    '<a href="javascript:alert(1)">': false,
    '<a href=" java\tscript:alert(1)">': false,
    '<a href="&#106;avascript:alert(1)">': false,
    '<a href="data:text/html,1">': false,
    '<a href="https:fabric.example">': false,
    '<a href="//fabric.example/">': false,
  };
  const observed = Object.keys(links).map((html) => [html, cleanDescription(html) !== '<a></a>']);
  expect(Object.fromEntries(observed)).toEqual(links);
});

test('removes every other tag, attribute and comment, but keeps the text', () => {
  const html =
    '<div class="x"><p style="color:red" onclick="alert(1)">Moon<!-- no --> <u>and</u> stars</p></div>';
  expect(cleanDescription(html)).toBe('<p>Moon and stars</p>');
});

test('removes the content of scripts, styles, drawings and frames', () => {
  const html = '<style>p{}</style>A<script>alert("</p>")</script>B<svg><p>C</p></svg>D';
  expect(cleanDescription(html)).toBe('AB D');
});

test('keeps a character that starts no tag as text', () => {
  expect(cleanDescription('2 < 3 > 1 <3')).toBe('2 &lt; 3 &gt; 1 &lt;3');
});

/** Everything a cleaned description may contain apart from text. */
const allowed = new RegExp(
  `</?(?:${Object.values(descriptionTags).join('|')})>|<a href="(?:https?://|mailto:)[^"<>]+">`,
  'gi',
);

test('keeps only text and allowed tags of any input', () => {
  const pieces = [
    ...['<', '>', '</', '/>', '<!--', '-->', '"', "'", '=', ' ', '&lt;', 'onload=1', 'href='],
    ...['<p ', '<a ', '<svg>', '</svg>', '<script>', '<img src=x onerror=1>', 'javascript:'],
    ...['https://x/', '\0', '\n', '`', 'words'],
  ];
  const soup = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 30 });
  fc.assert(
    fc.property(soup, (parts) => {
      expect(cleanDescription(parts.join('')).replace(allowed, '')).not.toMatch(/[<>]/);
    }),
    { numRuns: 2000 },
  );
});

test('keeps only text and allowed tags of hostile descriptions', () => {
  for (const html of [...htmlCorpus, ...mutate(htmlCorpus, 2000, 20_261_121)]) {
    expect(cleanDescription(html).replace(allowed, ''), html).not.toMatch(/[<>]/);
  }
});

test('keeps the text of tags that are nested too deeply', () => {
  const html = `${'<em>'.repeat(2000)}deep${'</em>'.repeat(2000)}`;
  expect(cleanDescription(html)).toMatch(/^(<em>){1,40}deep(<\/em>){1,40}$/);
});

test('refuses a text that is too long to parse', () => {
  expect(() => cleanDescription('a'.repeat(descriptionLimits.raw + 1))).toThrow(RangeError);
});

test('the editor only writes the tags that a description may use', () => {
  const specs = [
    ...Object.values(schema.nodes).map(({ spec }) => spec.toDOM?.(undefined as never)),
    schema.marks.strong.spec.toDOM?.(undefined as never, true),
    schema.marks.em.spec.toDOM?.(undefined as never, true),
    schema.marks.link.spec.toDOM?.({ attrs: { href: 'https://x.example' } } as never, true),
  ];
  const written = specs.flatMap((spec) => (Array.isArray(spec) ? [String(spec[0])] : []));
  expect(written.sort()).toEqual(Object.values(descriptionTags).sort());
});
