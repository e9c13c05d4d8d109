import {
  DOMParser,
  type Node as DocumentNode,
  type ParseOptions,
  type Slice,
} from 'prosemirror-model';
import { arrangedDescription } from '#features/product/sanitize-description.ts';
import { schema } from './rich-text-schema.ts';

/** Reads what is pasted or dropped as a description has it: boxes as paragraphs, tables as lists. */
class PasteParser extends DOMParser {
  override parse(dom: Node, options?: ParseOptions): DocumentNode {
    return super.parse(arranged(dom), options);
  }

  override parseSlice(dom: Node, options?: ParseOptions): Slice {
    return super.parseSlice(arranged(dom), options);
  }
}

/** The editor's own content needs no change, and would lose the mark that says where it was cut. */
function arranged(dom: Node): Node {
  const isOwn = dom instanceof Element && dom.querySelector('[data-pm-slice]') !== null;
  return isOwn ? dom : arrangedDescription(dom);
}

export const pasteParser = new PasteParser(schema, DOMParser.fromSchema(schema).rules);
