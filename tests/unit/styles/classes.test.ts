import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

/** The classes that a component takes by name from the stylesheets it imports, and that they don't have. */
function missingClasses(path: string): string[] {
  const source = readFileSync(path, 'utf8');
  const { resolve: find } = createRequire(resolve(path));
  return [...source.matchAll(/^import (\w+) from '(.+\.module\.css)';$/gm)].flatMap(
    ([, name = '', sheet = '']) => {
      const css = readFileSync(find(sheet), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
      const has = new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, found]) => found));
      return [...source.matchAll(/(?<![\w/.-])(\w+)\.(\w+)/g)]
        .filter(([, of, used]) => of === name && !has.has(used))
        .map(([used]) => `${path}: ${used}`);
    },
  );
}

test('each class that a component names stands in its stylesheet', () => {
  const components = globSync('{src,studio}/**/*.tsx');
  expect(components.length).toBeGreaterThan(300);
  expect(components.flatMap(missingClasses)).toEqual([]);
});
