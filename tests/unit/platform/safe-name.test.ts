import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  attachment,
  freeFolder,
  freeName,
  safeFolder,
  safeName,
} from '#server/platform/files/safe-name.ts';

/** Any text, including broken surrogates, full of what file systems and headers stumble over. */
const hostileText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'./\\:*?"<>|%; -\r\n\t\0\u202e\u2028é花'),
    fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
  ),
  maxLength: 300,
});

test.each([
  ['Woodland foxes.png', 'Woodland foxes.png'],
  ['Été à la mer.png', 'Été à la mer.png'],
  ['../../etc/passwd', 'etc passwd'],
  ['..\\..\\windows\\system.ini', 'windows system.ini'],
  ['/absolute.png', 'absolute.png'],
  ['.htaccess', 'htaccess'],
  ['-rf.png', 'rf.png'],
  ['a\r\nSet-Cookie: x=1.png', 'aSet-Cookie x=1.png'],
  ['evil"; filename="x.exe', 'evil filename= x.exe'],
  ['photo\u202Egnp.exe', 'photognp.exe'],
  ['%2e%2e%2fx.png', '2e 2e 2fx.png'],
  ['NUL.png', 'file NUL.png'],
  ['con', 'file con'],
  ['', 'file'],
  ['...', 'file'],
  ['???.png', 'png'],
])('%j downloads as %j', (given, wanted) => {
  expect(safeName(given)).toBe(wanted);
});

test('is short, keeps its extension and never contains what a system forbids', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const name = safeName(`${text}.png`);
      expect(name.length).toBeLessThanOrEqual(250);
      expect(name).toMatch(/png$/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(name).not.toMatch(/[\u0000-\u001f\u007f/\\:*?"<>|]|^[.\s-]|[.\s]$/);
      expect(safeName(name)).toBe(name);
      const folder = safeFolder(text);
      expect([...folder].length).toBeLessThanOrEqual(65);
      expect(folder).not.toMatch(/[/\\:*?"<>|]|^[.\s-]|[.\s]$/);
    }),
  );
});

test('is cut to whole characters that fit a file system, with nothing at its end that Windows drops', () => {
  const long = safeName(`${'花'.repeat(120)}.png`);
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(200);
  expect(long).toMatch(/^花+\.png$/);
  expect(safeName(`${'a'.repeat(119)}. b c d`)).toBe('a'.repeat(119));
  expect(safeFolder(`${'a'.repeat(58)}.. b`)).toBe('a'.repeat(58));
  expect(Buffer.byteLength(safeFolder('\u{1f98a}'.repeat(90)))).toBeLessThanOrEqual(200);
});

test('a second folder has its number at the end, a second file before its extension', () => {
  const taken = new Set<string>(['mr. fox']);
  expect(freeFolder(taken, 'Mr. Fox')).toBe('Mr. Fox 2');
  expect(freeName(new Set(['fox.png']), 'Fox.png')).toBe('Fox 2.png');
});

test('a Content-Disposition is one ASCII line that no name can break out of', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const header = attachment(safeName(text));
      expect(header).toMatch(/^attachment; filename="[^"\\]+"; filename\*=UTF-8''[\w.~!$&+%-]+$/);
      const encoded = header.split("UTF-8''")[1] ?? '';
      expect(decodeURIComponent(encoded)).toBe(safeName(text));
    }),
  );
});

test('old clients get plain letters', () => {
  expect(attachment('Été.png')).toBe(
    `attachment; filename="Ete.png"; filename*=UTF-8''%C3%89t%C3%A9.png`,
  );
  expect(attachment('花.png')).toContain('filename="file.png"');
});

test('a letter that decomposes into a quotation mark does not end the value', () => {
  expect(attachment('a\uff02b\uff3c.png')).toContain('filename="ab.png"');
});
