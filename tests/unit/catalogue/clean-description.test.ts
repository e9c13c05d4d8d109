import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanDescription } from '#server/catalogue/clean-description.ts';
import { demoStudio } from '#server/demo/studio.ts';

test('keeps what a description may say and nothing that runs', () => {
  const html = `
    <p onclick="alert(1)">A <em style="color:red">soft</em> fox.</p>
    <script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">here</a>`;
  expect(cleanDescription(html).replaceAll(/\s+/g, ' ')).toBe(
    '<p>A <em>soft</em> fox.</p> <a>here</a>',
  );
});

test('leaves what is clean as it is', () => {
  for (const { slug, description } of demoStudio.products) {
    expect(cleanDescription(description), slug).toBe(description);
  }
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
