import fc from 'fast-check';
import { expect, test } from 'vitest';
import { descriptionLimits, descriptionTags } from '#contract/shop/description-html.ts';
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
    '<p>A <em>soft</em> fox.</p> <a>here</a>',
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
    '<div class="x"><p style="color:red" onclick="alert(1)">Moon<!-- no --> <b>and</b> stars</p></div>';
  expect(cleanDescription(html)).toBe('<p>Moon and stars</p>');
});

test('removes the content of scripts, styles, drawings and frames', () => {
  const html = '<style>p{}</style>A<script>alert("</p>")</script>B<svg><p>C</p></svg>D';
  expect(cleanDescription(html)).toBe('ABD');
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
