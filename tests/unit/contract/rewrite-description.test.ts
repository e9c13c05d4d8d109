import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowedMarks, rewriteDescription } from '#contract/rewrite-description.ts';

test('keeps the marks of a description and its words', () => {
  const html =
    '<h3>Foxes</h3><p>A <em>soft</em> <strong>fox</strong>.<br>Dusk &amp; dawn.</p><ol><li>One</li></ol>';
  expect(rewriteDescription(html)).toBe(html);
});

test('keeps a link to the web or to a mailbox, in any quotes, and no other', () => {
  const links = {
    '<a href="https://fabric.example/?a=1&amp;b=2">': true,
    "<a target=_blank href='http://fabric.example/'>": true,
    '<A HREF=mailto:fox@shop.example>': true,
    '<a href="javascript:alert(1)">': false,
    '<a href=" java\tscript:alert(1)">': false,
    '<a href="&#106;avascript:alert(1)">': false,
    '<a href="data:text/html,1">': false,
    '<a href="//fabric.example/">': false,
  };
  const observed = Object.keys(links).map((html) => [html, rewriteDescription(html) !== '<a>']);
  expect(Object.fromEntries(observed)).toEqual(links);
});

test('drops every other mark, attribute and comment, and keeps the words', () => {
  const html =
    '<div class="x"><p style="color:red" onclick="alert(1)">Moon<!-- no --> <b>and</b> stars</p></div>';
  expect(rewriteDescription(html)).toBe('<p>Moon and stars</p>');
});

test('drops what is no word: scripts, styles, drawings, frames', () => {
  const html = '<style>p{}</style>A<script>alert("</p>")</script>B<svg><p>C</p></svg>D';
  expect(rewriteDescription(html)).toBe('ABD');
});

test('writes a sign that begins no mark as a sign', () => {
  expect(rewriteDescription('2 < 3 > 1 <3 <p')).toBe('2 &lt; 3 &gt; 1 &lt;3 &lt;p');
});

test('writes nothing but text and bare marks, whatever comes in', () => {
  const pieces = [
    ...['<', '>', '</', '/>', '<!--', '-->', '"', "'", '=', ' ', '&lt;', 'onload=1', 'href='],
    ...[
      '<p ',
      '<a ',
      '<svg>',
      '</svg>',
      '<script>',
      '<img src=x onerror=1>',
      'javascript:',
      'https://x/',
    ],
    ...['\0', '\n', '`', 'words'],
  ];
  const allowed = new RegExp(
    `</?(?:${allowedMarks.join('|')})>|<a href="(?:https?://|mailto:)[^"<>]+">`,
    'g',
  );
  const soup = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 30 });
  fc.assert(
    fc.property(soup, (parts) => {
      expect(rewriteDescription(parts.join('')).replace(allowed, '')).not.toMatch(/[<>]/);
    }),
    { numRuns: 2000 },
  );
});
