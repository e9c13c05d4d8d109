import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transformFile } from '#tests/support/transform-file.ts';
import { fitReactAria } from '../../../vite.config.ts';

const library = dirname(createRequire(import.meta.url).resolve('react-aria/package.json'));

/** The build's output for a file of the library. */
function built(file: string, code?: string) {
  return transformFile(fitReactAria(), join(library, 'dist/private', file), code);
}

describe('React Aria as shipped', () => {
  it("forgets what was typed in a menu after the shop's 350 ms", () => {
    const code = built('selection/useTypeSelect.mjs');

    expect(code).toMatch(/TYPEAHEAD_DEBOUNCE_WAIT_MS = 350;/);
    expect(code).not.toMatch(/= 1000;/);
  });

  it('adds no style element to the page', () => {
    for (const file of ['interactions/usePress.mjs', 'overlays/usePreventScroll.mjs']) {
      expect(built(file)).not.toMatch(/prepend\(style\)|append(Child)?\(style\)/);
    }
  });

  it('fails the build if the patched code has moved', () => {
    expect(() => built('selection/useTypeSelect.mjs', 'const wait = 1000;')).toThrow('has changed');
  });
});
