import { expect, test } from 'vitest';
import { ownWords } from '#server/platform/mail/own-words.ts';
import { textOfHtml } from '#server/platform/mail/text-of-html.ts';

const outlook =
  'From: Pinwheel <hello@x.example>\nSent: Monday\nTo: Ada\nSubject: Your order\n\nWhich?';

test.each([
  ['plain', 'Blue, please.\r\n\r\nThanks', 'Blue, please.\n\nThanks'],
  ['a quote with who wrote it', 'Blue.\n\nOn Mon, 1 Jan 2026, Pinwheel wrote:\n> Which?', 'Blue.'],
  [
    'who wrote it over two lines',
    'Blue.\n\nOn Mon, 1 Jan 2026 at 10:00, Pinwheel\n<hello@x.example> wrote:\n\n> Which?',
    'Blue.',
  ],
  ['German', 'Blau.\n\nAm 01.01.26 um 10:00 schrieb Pinwheel:\n> Which?', 'Blau.'],
  ['French', 'Bleu.\n\nLe 1 janv. 2026 à 10:00, Pinwheel a écrit :\n> Which?', 'Bleu.'],
  ['an answer below the quote', 'On Monday Pinwheel wrote:\n> Which?\n\nBlue.', 'Blue.'],
  [
    'answers between the lines',
    'Hi, answers below.\n\nOn Mon Pinwheel wrote:\n> Which colour?\nRed, please.\n> Which size?\nA4.',
    'Hi, answers below.\n\nRed, please.\nA4.',
  ],
  [
    'an original message with marks',
    'Hi.\n---- Original Message ----\n> Which?\nRed.',
    'Hi.\nRed.',
  ],
  ['nothing but a quote', '> Which?', ''],
  ['invisible characters', 'Bl\u0000ue\u200b', 'Blue'],
  ['nothing to see', '\u200d', ''],
])('keeps of %s what its sender wrote', (_, text, words) => {
  expect(ownWords(text)).toEqual({ words, hasMore: false });
});

test.each([
  ['Outlook', `Blue.\n\n________________________________\n${outlook}`, 'Blue.'],
  ['Outlook without a line', `Blue.\n\n${outlook}`, 'Blue.'],
  ['an original message', 'Blue.\n\n-----Original Message-----\nWhich?', 'Blue.'],
  ['a French one', 'Bleu.\n\n-----Message d’origine-----\nWhich?', 'Bleu.'],
  [
    'a quote without marks',
    'Blue.\n\nOn Mon, 1 Jan 2026 at 10:00, Pinwheel wrote:\nWhich?\nRed.',
    'Blue.',
  ],
  ['a signature', 'Blue.\n\n-- \nAda Lamp\nLamps Ltd', 'Blue.'],
  [
    'a signature above a quote',
    'Hi.\n-- \nAda\nOn Monday Pinwheel wrote:\n> Which?\nBlue.',
    'Hi.\nBlue.',
  ],
  ['nothing but an original message', '-----Original Message-----\nWhich?', ''],
])('keeps of %s what its sender wrote, and says that there is more', (_, text, words) => {
  expect(ownWords(text)).toEqual({ words, hasMore: true });
});

test.each([
  ['On the left:\nblue'],
  ['On the second sketch you wrote two questions, so here:\n\nRed, and A4.'],
  ['On Friday I am away.\nYou wrote that you need my size,\nso here it is:\nA4.'],
  ['On Friday you wrote:\nA4 or A5?\nA4.'],
  ['Either\n--\nor\n---\nor.'],
  ['---- option A ----\nRed\n---- option B ----\nBlue'],
  ['From: Monday\nTo: Friday\nI am away.'],
  ['From: Monday\nTo: Friday\nDate: open\nI am away.'],
  ['________\nName'],
  ['👩\u200d🎨 می\u200cخواهم'],
])('keeps words that only look like the beginning of a quote: %s', (text) => {
  expect(ownWords(text)).toEqual({ words: text, hasMore: false });
});

test('a sentence above who wrote the quoted mail is kept', () => {
  const text = 'On Friday I am away\nOn Monday Pinwheel <hello@x.example> wrote:\n> Which?';
  expect(ownWords(text).words).toBe('On Friday I am away');
});

test.each([
  ['dashes', `${'-'.repeat(200_000)}x`],
  ['dashes and letters', '--- a'.repeat(40_000)],
  ['a line between dashes', `${'-'.repeat(135)}${'a'.repeat(134)}!\n`.repeat(400)],
  ['lines of dashes and letters', `${'---a'.repeat(120)}\n`.repeat(400)],
  ['underscores', '_'.repeat(200_000)],
  ['spaces', `${' '.repeat(200_000)}x`],
  ['attributions', 'On '.repeat(66_000)],
  ['lines of attributions', 'On schrieb schrieb schrieb\n'.repeat(7000)],
  ['colons', 'a:'.repeat(100_000)],
])('a long text of %s takes no time', (_, text) => {
  const start = performance.now();
  ownWords(text);
  expect(performance.now() - start).toBeLessThan(1000);
});

test.each([
  ['paragraphs', '<p>One <b>two</b></p><p>three</p>', 'One two\n\nthree'],
  ['lines', '<div>One</div><div><br></div><div>two<br>three</div>', 'One\n\ntwo\nthree'],
  ['named characters', 'Gr&uuml;n &amp; caf&eacute;&nbsp;&rsquo;s &#128512;', 'Grün & café ’s 😀'],
  ['comments', 'One<!-- c > d --> two', 'One two'],
  ['what is hidden', '<style>a > b</style><script>x()</script>One', 'One'],
  ['attributes', '<a title="a > b">One</a>', 'One'],
  [
    'quotes',
    '<div>Hi.</div><blockquote>Which?<div>Size?</div></blockquote>Red.',
    'Hi.\n> Which?\n> Size?\nRed.',
  ],
])('reads %s in HTML', (_, html, text) => {
  expect(textOfHtml(html).trim()).toBe(text);
});

test.each([
  ['tags', '<'.repeat(50_000)],
  ['spaces between tags', '<b> '.repeat(12_000)],
  ['nested tags', '<div>'.repeat(10_000)],
  ['quotes', '<blockquote>'.repeat(4000)],
  ['comments', '<!--'.repeat(12_000)],
  ['entities', '&#'.repeat(25_000)],
])('long HTML of %s is read within seconds', (_, html) => {
  const start = performance.now();
  textOfHtml(html);
  expect(performance.now() - start).toBeLessThan(5000);
});
