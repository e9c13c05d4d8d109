import { DOMParser, DOMSerializer, type Node } from 'prosemirror-model';
import { type Command, EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { isLinkAddress } from '#contract/shop/description-html.ts';
import { sanitizeDescription } from '#features/product/sanitize-description.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { pasteParser } from './paste-parser.ts';
import styles from './rich-text.module.css';
import { barButtons, plugins, setLink } from './rich-text-commands.ts';
import { schema } from './rich-text-schema.ts';

interface RichTextProps {
  readonly label: string;
  readonly hint: string;
  /** The initial HTML; later changes are only reported through `onChange`. */
  readonly initial: string;
  readonly onChange: (html: string) => void;
  readonly error: string | undefined;
}

/** A rich text editor that shows the text as it will look. */
export function RichText({ label, hint, initial, onChange, error }: RichTextProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [state, setState] = useState<EditorState | null>(null);
  const tell = useEffectEvent((doc: Node) => onChange(htmlOf(doc)));
  const begin = useEffectEvent((mount: HTMLDivElement) => {
    const doc = DOMParser.fromSchema(schema).parse(sanitizeDescription(initial));
    const editor: EditorView = new EditorView(mount, {
      state: EditorState.create({ doc, plugins: [...plugins] }),
      clipboardParser: pasteParser,
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-describedby': `${id}-note`,
      },
      dispatchTransaction(transaction) {
        const next = editor.state.apply(transaction);
        editor.updateState(next);
        setState(next);
        if (transaction.docChanged) tell(next.doc);
      },
    });
    return editor;
  });

  useEffect(() => {
    if (!place.current) return;
    const editor = begin(place.current);
    view.current = editor;
    setState(editor.state);
    return () => editor.destroy();
  }, []);

  function run(command: Command): void {
    const editor = view.current;
    if (!editor) return;
    command(editor.state, editor.dispatch);
    editor.focus();
  }

  return (
    <div className="stack-1">
      <span className={styles.label}>{label}</span>
      <div className={styles.box} data-invalid={error ? true : undefined}>
        <div className={styles.bar} role="toolbar" aria-label={`${label} formatting`}>
          {barButtons.map(({ label: name, sign, run: command, isOn }) => (
            <button
              key={name}
              type="button"
              className={styles.mark}
              aria-label={name}
              aria-pressed={state !== null && isOn(state)}
              onClick={() => run(command)}
            >
              {sign}
            </button>
          ))}
          <LinkTool
            canLink={state !== null && !state.selection.empty}
            onLink={(href) => run(setLink(href))}
          />
        </div>
        <div ref={place} className={styles.text} />
      </div>
      <span id={`${id}-note`} className={error ? 'problem' : 'note'} aria-live="polite">
        {error ?? hint}
      </span>
    </div>
  );
}

interface LinkToolProps {
  /** Something is selected. */
  readonly canLink: boolean;
  readonly onLink: (href: string | null) => void;
}

function LinkTool({ canLink, onLink }: LinkToolProps) {
  const [address, setAddress] = useState<string | null>(null);
  const href = address === null ? null : hrefFrom(address);

  function finish(to: string | null): void {
    onLink(to);
    setAddress(null);
  }

  if (address === null) {
    return (
      <>
        <button
          type="button"
          className={styles.mark}
          disabled={!canLink}
          onClick={() => setAddress('https://')}
        >
          Link
        </button>
        <button
          type="button"
          className={styles.mark}
          disabled={!canLink}
          onClick={() => finish(null)}
        >
          Unlink
        </button>
      </>
    );
  }
  return (
    <div className={styles.link}>
      <TextField
        label="Web address"
        type="url"
        autoFocus
        value={address}
        onChange={setAddress}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setAddress(null);
          if (event.key !== 'Enter') return;
          // Not a submit of the form around it: nothing is saved yet.
          event.preventDefault();
          if (href !== null) finish(href);
        }}
        error={href === null && address !== 'https://' ? 'Enter a valid web address.' : undefined}
      />
      <Button variant="paper" disabled={href === null} onClick={() => finish(href)}>
        Set link
      </Button>
      <Button variant="quiet" onClick={() => setAddress(null)}>
        Cancel
      </Button>
    </div>
  );
}

function hrefFrom(text: string): string | null {
  if (!URL.canParse(text.trim())) return null;
  const { href } = new URL(text.trim());
  return isLinkAddress(href) ? href : null;
}

function htmlOf(doc: Node): string {
  if (doc.textContent.trim() === '') return '';
  const holder = document.createElement('div');
  holder.append(DOMSerializer.fromSchema(schema).serializeFragment(doc.content));
  return holder.innerHTML;
}
