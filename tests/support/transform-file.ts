import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The output of a build plugin for a file, or for `code` instead of its contents. */
export function transformFile(
  { transform }: Plugin,
  file: string,
  code = readFileSync(file, 'utf8'),
): string {
  if (typeof transform !== 'object') throw new Error('The transform is no longer an object');
  const context = {
    error(text: string): never {
      throw new Error(text);
    },
  };
  const result = Reflect.apply(transform.handler, context, [code, file]);
  return (result as { code: string }).code;
}
