import { descriptionTags, linkAttribute } from '#contract/shop/description-html.ts';
import type { DescriptionElement, DescriptionNode } from '#contract/shop/description-nodes.ts';

/** The next tag of sanitized HTML, which has no attribute but a link's address, or the text up to it. */
const part = /<(\/?)([a-z][a-z0-9]*)(?: href="([^"]*)")?(?: \/)?>|[^<]+/g;

const withoutEnd: readonly string[] = [descriptionTags.lineBreak, 'hr'];

/** The nodes of sanitized HTML. Text and addresses stay escaped. */
export function readDescription(html: string): DescriptionNode[] {
  const root: DescriptionNode[] = [];
  const open: { readonly tag: string; readonly children: DescriptionNode[] }[] = [];
  for (const [text, slash, tag, address = null] of html.matchAll(part)) {
    const children = open.at(-1)?.children ?? root;
    if (tag === undefined) children.push(text);
    else if (slash !== '') {
      if (open.at(-1)?.tag === tag) open.pop();
    } else {
      const element = { tag, address, children: [] };
      children.push(element);
      if (!withoutEnd.includes(tag)) open.push(element);
    }
  }
  return root;
}

/** The HTML of nodes from `readDescription`. */
export function writeDescription(nodes: readonly DescriptionNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : htmlOf(node))).join('');
}

function htmlOf({ tag, address, children }: DescriptionElement): string {
  const link = address === null ? '' : ` ${linkAttribute}="${address}"`;
  const end = withoutEnd.includes(tag) ? '' : `</${tag}>`;
  return `<${tag}${link}>${writeDescription(children)}${end}`;
}
