import { baseKeymap, chainCommands, setBlockType, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { MarkType, NodeType } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState, Plugin } from 'prosemirror-state';
import { schema } from './rich-text-schema.ts';

const { heading, paragraph, bulletList, numberedList, listItem, lineBreak } = schema.nodes;
const { strong, em, link } = schema.marks;

const insertBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(lineBreak.create()).scrollIntoView());
  return true;
};

/** The usual keyboard shortcuts of text editors. */
export const plugins: readonly Plugin[] = [
  history(),
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': toggleMark(strong),
    'Mod-i': toggleMark(em),
    Enter: splitListItem(listItem),
    'Shift-Enter': insertBreak,
    'Mod-[': liftListItem(listItem),
    'Mod-]': sinkListItem(listItem),
  }),
  keymap(baseKeymap),
];

/** A toolbar button: its command, and whether it is active at the cursor. */
export interface BarButton {
  readonly label: string;
  /** The sign it shows. */
  readonly sign: string;
  readonly run: Command;
  readonly isOn: (state: EditorState) => boolean;
}

export const barButtons: readonly BarButton[] = [
  { label: 'Bold', sign: 'B', run: toggleMark(strong), isOn: (state) => hasMark(state, strong) },
  { label: 'Italic', sign: 'I', run: toggleMark(em), isOn: (state) => hasMark(state, em) },
  {
    label: 'Heading',
    sign: 'H',
    run: chainCommands(setBlockType(heading), setBlockType(paragraph)),
    isOn: (state) => state.selection.$from.parent.type === heading,
  },
  listButton('Bulleted list', '•', bulletList),
  listButton('Numbered list', '№', numberedList),
];

function listButton(label: string, sign: string, list: NodeType): BarButton {
  return {
    label,
    sign,
    run: chainCommands(wrapInList(list), liftListItem(listItem)),
    isOn: ({ selection: { $from } }) =>
      Array.from({ length: $from.depth }, (_, depth) => $from.node(depth).type).includes(list),
  };
}

/** Links the selection, or removes its links if `href` is null. */
export function setLink(href: string | null): Command {
  return (state, dispatch) => {
    const { from, to, empty } = state.selection;
    if (empty) return false;
    const tr = state.tr.removeMark(from, to, link);
    dispatch?.(href === null ? tr : tr.addMark(from, to, link.create({ href })));
    return true;
  };
}

function hasMark({ selection, doc, storedMarks }: EditorState, mark: MarkType): boolean {
  if (selection.empty) return !!mark.isInSet(storedMarks ?? selection.$from.marks());
  return doc.rangeHasMark(selection.from, selection.to, mark);
}
