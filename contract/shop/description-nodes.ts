import { descriptionTags as tags } from './description-html.ts';

/** A part of a description's HTML: text, or an element without any attribute but a link's address. */
export type DescriptionNode = string | DescriptionElement;

export interface DescriptionElement {
  readonly tag: string;
  readonly address: string | null;
  readonly children: readonly DescriptionNode[];
}

/** Tags of other shops' and programs' texts, and the tag of a description that means the same. */
export const sameMeaning: Readonly<Record<string, string>> = {
  b: tags.strong,
  i: tags.em,
  ...Object.fromEntries(['h1', 'h2', 'h4', 'h5', 'h6'].map((tag) => [tag, tags.heading])),
  ...Object.fromEntries(['menu', 'dir'].map((tag) => [tag, tags.bulletList])),
};

/** Tags that only begin a new line and end it. */
const boxTags = [
  ...['div', 'section', 'article', 'aside', 'header', 'footer', 'main', 'nav', 'hgroup', 'search'],
  ...['figure', 'figcaption', 'blockquote', 'address', 'center', 'pre', 'details', 'summary'],
  ...['dl', 'dt', 'dd', 'fieldset', 'legend', 'form', 'dialog', 'hr', 'caption'],
];
export const rowGroups: readonly string[] = ['thead', 'tbody', 'tfoot'];
export const cellTags: readonly string[] = ['td', 'th'];
const tableTags = ['table', 'tr', ...rowGroups, ...cellTags];

/** What a sanitizer leaves for `arrangeDescription`; it drops other tags and keeps their text. */
export const arrangedTags: readonly string[] = [
  ...Object.values(tags),
  ...Object.keys(sameMeaning),
  ...boxTags,
  ...tableTags,
];

/** Elements whose content isn't part of a text; it is removed with them. */
export const tagsWithoutText: readonly string[] = [
  ...['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'noembed'],
  ...['noframes', 'xmp', 'title', 'textarea', 'select', 'option', 'video', 'audio'],
];

/** Whether a style undoes what its tag means, as in texts from Google Docs, which are in one `b` of normal weight. */
export function isUndone(tag: string, style: string): boolean {
  if (tag === 'b') return /font-weight:\s?(?:normal|[1-4]00)/i.test(style);
  return tag === 'i' && /font-style:\s?normal/i.test(style);
}

export const inlineTags: readonly string[] = [tags.strong, tags.em, tags.link];
export const listTags: readonly string[] = [tags.bulletList, tags.numberedList];

/** The description's tag for one that may be another shop's. */
export const meaningOf = (tag: string) => sameMeaning[tag] ?? tag;

/** Whether an element and all in it belong to a line of text. */
export function isInline({ tag, children }: DescriptionElement): boolean {
  if (tag === tags.lineBreak) return true;
  return (
    inlineTags.includes(meaningOf(tag)) &&
    children.every((child) => typeof child === 'string' || isInline(child))
  );
}

/** A node of a line within these marks, each of them once. */
export function marked(
  node: DescriptionNode,
  marks: readonly DescriptionElement[],
  open: readonly string[] = [],
): readonly DescriptionNode[] {
  const [outer, ...inner] = marks;
  if (outer !== undefined) {
    const tag = meaningOf(outer.tag);
    if (open.includes(tag)) return marked(node, inner, open);
    return [{ ...outer, tag, children: marked(node, inner, [...open, tag]) }];
  }
  if (typeof node === 'string' || node.tag === tags.lineBreak) return [node];
  const tag = meaningOf(node.tag);
  const isOpen = open.includes(tag);
  const within = isOpen ? open : [...open, tag];
  const children = node.children.flatMap((child) => marked(child, [], within));
  return isOpen ? children : [{ ...node, tag, children }];
}

export function textOf(nodes: readonly DescriptionNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');
}

export function isBlank(nodes: readonly DescriptionNode[]): boolean {
  return textOf(nodes).trim() === '';
}

/** A line without white space and line breaks at its ends. */
export function trimmed(line: readonly DescriptionNode[]): readonly DescriptionNode[] {
  const isEmpty = (node: DescriptionNode | undefined) => node !== undefined && isBlank([node]);
  let [start, end] = [0, line.length];
  while (start < end && isEmpty(line[start])) start += 1;
  while (end > start && isEmpty(line[end - 1])) end -= 1;
  return line.slice(start, end).map((node, place, { length }) => {
    if (typeof node !== 'string') return node;
    const begun = place === 0 ? node.trimStart() : node;
    return place === length - 1 ? begun.trimEnd() : begun;
  });
}
