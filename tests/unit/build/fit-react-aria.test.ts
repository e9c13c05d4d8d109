import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fitReactAria } from '../../../vite.config.ts';

const library = dirname(createRequire(import.meta.url).resolve('react-aria/package.json'));

/** What the build makes of a file of the library. */
function built(file: string, code = readFileSync(join(library, 'dist/private', file), 'utf8')) {
  const { transform } = fitReactAria();
  if (typeof transform !== 'object') throw new Error('The transform is no longer an object');
  const context = {
    error(text: string): never {
      throw new Error(text);
    },
  };
  const result = Reflect.apply(transform.handler, context, [code, join(library, file)]);
  return (result as { code: string }).code;
}

describe('React Aria as it is shipped', () => {
  it("forgets what was typed in a menu after the shop's 350 ms", () => {
    const code = built('selection/useTypeSelect.mjs');

    expect(code).toMatch(/TYPEAHEAD_DEBOUNCE_WAIT_MS = 350;/);
    expect(code).not.toMatch(/= 1000;/);
  });

  it('puts no style element into the page', () => {
    for (const file of ['interactions/usePress.mjs', 'overlays/usePreventScroll.mjs']) {
      expect(built(file)).not.toMatch(/prepend\(style\)|append(Child)?\(style\)/);
    }
  });

  it('fails the build when what is changed has moved', () => {
    expect(() => built('selection/useTypeSelect.mjs', 'const wait = 1000;')).toThrow('has changed');
  });
});
