import type { PathName } from './paths.ts';

/** Where the built shell is filled in: by the server for each screen, and by the worker with data stored on the device. */
export const shellMarks = {
  head: '<!--head-->',
  firstPaint: '<!--first-paint-->',
  screen: '<!--screen-->',
  data: '<!--data-->',
} as const;

/** Wraps one screen's tags in a comment, which hides them in the shell that all screens share. */
export function screenTags(name: PathName, tags: string): string {
  return `<!--for ${name}: ${tags} -->`;
}

const hiddenTags = /<!--for (\w+): (.*?) -->/g;

/** Turns the shared shell into one screen's document, split into what comes before its data block and what comes after. */
export function screenShell(shell: string, name: PathName): { head: string; rest: string } {
  const own = shell.replace(hiddenTags, (_, of: string, tags: string) => (of === name ? tags : ''));
  const [head = '', rest = ''] = own.split(shellMarks.data, 2);
  return { head, rest };
}
