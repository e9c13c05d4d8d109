import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeHtml } from '#server/platform/escape-html.ts';
import { writeLetter } from '#server/platform/mail/letter.ts';

const head = { studioName: 'Pinwheel', publicUrl: 'https://shop.example' };

test('escapes everything that is special in HTML', () => {
  const name = `<script>alert("1")</script> & 'x'`;
  const { html, text } = writeLetter(head, {
    subject: name,
    paragraphs: [name],
    rows: [[name, name]],
    action: { label: name, path: `/shop?"><img src=x onerror=alert(1)>` },
  });

  expect(html).not.toMatch(/<script|<img/);
  expect(html).toContain(escapeHtml(name));
  expect(text).toContain(name);
});

test('no text can open a tag or leave an attribute', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(escapeHtml(text)).not.toMatch(/[<>"']/);
    }),
  );
});

test('a subject is one line', () => {
  const { subject } = writeLetter(head, {
    subject: 'Hello\r\nBcc: everyone@shop.example\n\n',
    paragraphs: [],
  });

  expect(subject).toBe('Hello Bcc: everyone@shop.example');
});

test('has the same content in text as in HTML', () => {
  const { text, html } = writeLetter(head, {
    subject: 'Hello',
    paragraphs: ['First words.', 'Second words.'],
    rows: [
      ['Foxes', '$5.00'],
      ['Total', '$5.00'],
    ],
    links: [{ label: 'Third words', path: '/shop' }],
    action: { label: 'Open', path: '/dashboard/my-orders' },
  });

  for (const words of ['First words.', 'Third words', 'Second words.', 'Foxes', '$5.00', 'Open']) {
    expect(text).toContain(words);
    expect(html).toContain(words);
  }
  expect(text).toContain('https://shop.example/dashboard/my-orders');
  expect(html).toContain('href="https://shop.example/dashboard/my-orders"');
  expect(text).toContain('Third words: https://shop.example/shop');
  expect(html).toContain('href="https://shop.example/shop"');
});
