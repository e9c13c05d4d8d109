import { descriptionTags as tags } from './description-html.ts';
import {
  cellTags,
  type DescriptionElement,
  type DescriptionNode,
  inlineTags,
  isBlank,
  isInline,
  listTags,
  marked,
  meaningOf,
  rowGroups,
  textOf,
  trimmed,
} from './description-nodes.ts';

/** A line, or a list, whose children are its items. Lines outside of any block have no tag. */
interface Block {
  readonly tag: string | null;
  readonly children: readonly DescriptionNode[];
}

/**
 * Writes a text with the tags of a description alone, so that words in different blocks stay apart: boxes become
 * paragraphs, headings the one heading, and the rows of a table the items of a list. What is arranged already stays
 * as it is.
 */
export function arrangeDescription(nodes: readonly DescriptionNode[]): DescriptionNode[] {
  const blocks = blocksOf(nodes, null);
  const isText = blocks.every(({ tag }) => tag === null);
  return isText
    ? blocks.flatMap(({ children }) => children)
    : blocks.flatMap(({ tag, children }) => {
        if (tag !== null || isBlank(children)) return written({ tag, children });
        return written({ tag: tags.paragraph, children: trimmed(children) });
      });
}

function written({ tag, children }: Block): readonly DescriptionNode[] {
  return tag === null ? children : [element(tag, children)];
}

function element(tag: string, children: readonly DescriptionNode[]): DescriptionElement {
  return { tag, address: null, children };
}

const lineBreak = element(tags.lineBreak, []);

/** Splits nodes into blocks. `lineTag`: what a line of text among them becomes. */
function blocksOf(nodes: readonly DescriptionNode[], lineTag: string | null): Block[] {
  const blocks: Block[] = [];
  let line: DescriptionNode[] = [];

  function endLine(): void {
    const last = blocks.at(-1);
    if (line.length > 0 && lineTag === null) {
      const isBroken = last?.tag === null && !isBlank(last.children) && !isBlank(line);
      const isBetweenItems = last?.tag === strayItem && isBlank(line);
      if (isBroken)
        blocks.splice(-1, 1, { ...last, children: [...last.children, lineBreak, ...line] });
      else if (!isBetweenItems) blocks.push({ tag: null, children: line });
    } else if (!isBlank(line)) blocks.push({ tag: lineTag, children: trimmed(line) });
    line = [];
  }

  function addAll(all: readonly DescriptionNode[], marks: readonly DescriptionElement[]): void {
    for (const node of all) {
      if (typeof node === 'string' || isInline(node)) line.push(...marked(node, marks));
      else if (inlineTags.includes(meaningOf(node.tag))) addAll(node.children, [...marks, node]);
      else {
        endLine();
        blocks.push(...blocksOfElement(node, lineTag).map((block) => markedBlock(block, marks)));
      }
    }
  }

  addAll(nodes, []);
  endLine();
  return joinedItems(blocks);
}

function blocksOfElement(node: DescriptionElement, lineTag: string | null): Block[] {
  const { children } = node;
  const tag = meaningOf(node.tag);
  if (listTags.includes(tag)) return listBlocks(tag, children);
  if (tag === tags.listItem) return [{ tag: strayItem, children: [itemOf(children)] }];
  if (tag === 'table') return tableBlocks(node);
  if (tag === 'tr') return tableBlocks(element('table', [node]));
  const isLine = tag === tags.paragraph || tag === tags.heading;
  const own = lineTag === tags.heading || tag === tags.heading ? tags.heading : tags.paragraph;
  if (isLine && children.every((child) => typeof child === 'string' || isInline(child))) {
    return [{ tag: own, children: children.flatMap((child) => marked(child, [])) }];
  }
  return blocksOf(children, own);
}

/** An item outside of a list, until it is joined with those beside it. */
const strayItem = tags.listItem;

function joinedItems(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (block.tag !== strayItem) joined.push(block);
    else if (last?.tag === strayItem) {
      joined.splice(-1, 1, { ...last, children: [...last.children, ...block.children] });
    } else joined.push(block);
  }
  return joined.map((block) =>
    block.tag === strayItem ? { ...block, tag: tags.bulletList } : block,
  );
}

function listBlocks(tag: string, nodes: readonly DescriptionNode[]): Block[] {
  const items: DescriptionNode[] = [];
  let others: DescriptionNode[] = [];

  /** A list right in a list belongs to the item before it; anything else becomes an item. */
  function endOthers(): void {
    if (isBlank(others)) items.push(...others.filter((other) => typeof other === 'string'));
    else items.push(itemOf(others));
    others = [];
  }

  for (const node of nodes) {
    const isElement = typeof node !== 'string';
    const last = items.at(-1);
    if (isElement && node.tag === tags.listItem) {
      endOthers();
      items.push(itemOf(node.children));
    } else if (isElement && listTags.includes(meaningOf(node.tag)) && isBlank(others)) {
      others = [];
      const inner = listBlocks(meaningOf(node.tag), node.children).flatMap(written);
      if (last === undefined || typeof last === 'string') items.push(...inner.map(asItem));
      else items.splice(-1, 1, { ...last, children: [...last.children, ...inner] });
    } else others.push(node);
  }
  endOthers();
  return items.some((item) => typeof item !== 'string') ? [{ tag, children: items }] : [];
}

function asItem(node: DescriptionNode): DescriptionElement {
  return element(tags.listItem, [node]);
}

function itemOf(nodes: readonly DescriptionNode[]): DescriptionElement {
  return element(tags.listItem, blocksOf(nodes, null).flatMap(written));
}

function tableBlocks({ children }: DescriptionElement): Block[] {
  const rows: DescriptionNode[][][] = [];
  const outside: DescriptionNode[] = [];

  function addRows(nodes: readonly DescriptionNode[]): void {
    for (const node of nodes) {
      if (typeof node !== 'string' && rowGroups.includes(node.tag)) addRows(node.children);
      else if (typeof node !== 'string' && node.tag === 'tr') rows.push(cellsOf(node));
      else outside.push(node);
    }
  }

  addRows(children);
  const isLayout = rows.every((cells) => cells.length < 2);
  const items = rows.filter((cells) => cells.length > 0).map((cells) => asRow(cells));
  return [
    ...blocksOf(outside, tags.paragraph),
    ...(isLayout ? rows.flat().flatMap((cell) => blocksOf(cell, tags.paragraph)) : []),
    ...(!isLayout && items.length > 0 ? [{ tag: tags.bulletList, children: items }] : []),
  ];
}

/** The cells of a row that aren't empty. */
function cellsOf({ children }: DescriptionElement): DescriptionNode[][] {
  return children
    .map((node) =>
      typeof node !== 'string' && cellTags.includes(node.tag) ? [...node.children] : [node],
    )
    .filter((cell) => !isBlank(cell));
}

/** A row as an item: `Width: 12 in`, or more cells with dots between them. */
function asRow(cells: readonly (readonly DescriptionNode[])[]): DescriptionElement {
  const line: DescriptionNode[] = [];
  for (const [place, cell] of cells.entries()) {
    const isNamed = /:\s*$/.test(textOf(line));
    if (place > 0) line.push(isNamed ? ' ' : cells.length === 2 ? ': ' : ' · ');
    for (const [number, part] of linesOf(blocksOf(cell, null)).entries()) {
      if (number > 0) line.push(lineBreak);
      line.push(...part);
    }
  }
  return element(tags.listItem, line);
}

/** The text of blocks, line by line. */
function linesOf(blocks: readonly Block[]): (readonly DescriptionNode[])[] {
  return blocks
    .flatMap(({ tag, children }) =>
      listTags.includes(tag ?? '') ? itemLines(children) : [children],
    )
    .filter((line) => !isBlank(line))
    .map(trimmed);
}

function itemLines(items: readonly DescriptionNode[]): (readonly DescriptionNode[])[] {
  return items.flatMap((item) =>
    typeof item === 'string' ? [] : linesOf(blocksOf(item.children, null)),
  );
}

/** A block within marks: they go around the text of its lines. */
function markedBlock({ tag, children }: Block, marks: readonly DescriptionElement[]): Block {
  if (marks.length === 0) return { tag, children };
  const mark = (node: DescriptionNode): readonly DescriptionNode[] => {
    if (typeof node === 'string' || isInline(node)) return marked(node, marks);
    return [{ ...node, children: node.children.flatMap(mark) }];
  };
  const isList = listTags.includes(tag ?? '');
  return {
    tag,
    children: children.flatMap((node) =>
      isList && typeof node === 'string' ? [node] : mark(node),
    ),
  };
}
