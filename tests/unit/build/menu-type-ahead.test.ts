import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { menuTypeAhead } from '../../../vite.config.ts';

const library = dirname(createRequire(import.meta.url).resolve('react-aria/package.json'));
const source = join(library, 'dist/private/selection/useTypeSelect.mjs');

/** What the build makes of a module. */
function transformed(code: string): string {
  const { transform } = menuTypeAhead();
  if (typeof transform !== 'object') throw new Error('The transform is no longer an object');
  const context = {
    error(text: string): never {
      throw new Error(text);
    },
  };
  const result = Reflect.apply(transform.handler, context, [code, source]);
  return (result as { code: string }).code;
}

describe("the menus' type-ahead", () => {
  it('waits 350 ms in the code that is shipped', () => {
    const code = transformed(readFileSync(source, 'utf8'));

    expect(code).toMatch(/TYPEAHEAD_DEBOUNCE_WAIT_MS = 350;/);
    expect(code).not.toMatch(/= 1000;/);
  });

  it('fails the build when the constant has moved', () => {
    expect(() => transformed('const wait = 1000;')).toThrow('has moved');
  });
});
