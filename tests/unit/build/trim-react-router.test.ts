import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transformFile } from '#tests/support/transform-file.ts';
import { trimReactRouter } from '../../../vite.config.ts';

const library = dirname(createRequire(import.meta.url).resolve('react-router/package.json'));

/** The build's output for a file of the library. */
function built(file: string, code?: string) {
  return transformFile(trimReactRouter(), join(library, 'dist/production/lib', file), code);
}

describe('React Router as shipped', () => {
  it('has no side effects on load that keep unused code in the build', () => {
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

  it('leaves out data routes and prefetching links', () => {
    const hooks = built('hooks.js');

    expect(hooks).not.toMatch(/, dataRouterOpts\) \{$/m);
    expect(hooks).not.toContain('? useNavigateStable()');
    expect(built('dom/lib.js')).not.toContain('= usePrefetchBehavior(');
  });

  it("fails the build if the library's code has changed", () => {
    expect(() => built('dom/lib.js', 'export const Form = form();')).toThrow(
      'React Router has changed',
    );
  });
});
