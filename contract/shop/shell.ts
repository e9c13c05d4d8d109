import type { PathName } from './paths.ts';

/** Where the built shell is filled in, by the server for each screen and by the worker with what the device keeps. */
export const shellMarks = {
  head: '<!--head-->',
  firstPaint: '<!--first-paint-->',
  data: '<!--data-->',
} as const;

/** Head tags of one screen, out of sight in the shell that all screens share. */
export function screenTags(name: PathName, tags: string): string {
  return `<!--for ${name}: ${tags} -->`;
}

const hiddenTags = /<!--for (\w+): (.*?) -->/g;

/** The shared shell as the document of one screen: what stands before its data block, and after it. */
export function screenShell(shell: string, name: PathName): { head: string; rest: string } {
  const own = shell.replace(hiddenTags, (_, of: string, tags: string) => (of === name ? tags : ''));
  const [head = '', rest = ''] = own.split(shellMarks.data, 2);
  return { head, rest };
}
