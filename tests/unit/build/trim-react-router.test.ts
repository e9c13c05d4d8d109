import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transformFile } from '#tests/support/transform-file.ts';
import { trimReactRouter } from '../../../vite.config.ts';

const library = dirname(createRequire(import.meta.url).resolve('react-router/package.json'));

/** What the build makes of a file of the library. */
function built(file: string, code?: string) {
  return transformFile(trimReactRouter(), join(library, 'dist/production/lib', file), code);
}

describe('React Router as it is shipped', () => {
  it('has nothing at its start that keeps what the shop does not use', () => {
    for (const file of ['dom/lib.js', 'components.js', 'context.js']) {
      const code = built(file);

      expect(code).not.toMatch(/^\w+\.displayName/m);
      expect(code).not.toMatch(/^const \w+ = React\$1\.(forwardRef|memo)/m);
    }
  });

  it('keeps the components themselves', () => {
    expect(built('dom/lib.js')).toMatch(
      /^const Form = \/\* @__PURE__ \*\/ React\$1\.forwardRef\(/m,
    );
  });

  it('fails the build when the library is written another way', () => {
    expect(() => built('dom/lib.js', 'export const Form = form();')).toThrow('another way');
  });
});
